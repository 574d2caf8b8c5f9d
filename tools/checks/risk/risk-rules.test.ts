import { expect, test } from 'vitest';
import { staticPaths } from '../../../content/static-paths.ts';
import { type RiskText, isWanted, riskFaults, riskTexts } from './risk-rules.ts';
import type { SeenPage, SeenText } from './seen-text.ts';

const rule: RiskText = {
  name: 'risk notice',
  selector: 'aside',
  on: 'pages that sell',
  screen: 'content',
  ofUsualSize: 1,
  ofClaimSize: 0.25,
  contrast: 7,
  ofClaimContrast: 0.5,
};
const page: SeenPage = {
  texts: [],
  claim: { words: 'Costs that you can check', size: 52, contrast: 16 },
  usualSize: 17,
  contentEnd: 4000,
  screen: 800,
};
const seen: SeenText = { faults: [], size: 17, contrast: 16, top: 3500, bottom: 3700 };

test.each<[string, Partial<SeenText>, Partial<SeenPage>, Partial<RiskText>, string[]]>([
  ['in order', {}, {}, {}, []],
  ['smaller than the page', { size: 15 }, {}, {}, [expect.stringContaining('15 px, and 17 px is the least')]],
  [
    'small beside a large claim',
    {},
    { claim: { words: 'Earn', size: 120, contrast: 16 } },
    {},
    [expect.stringContaining('17 px, and 30 px is the least')],
  ],
  ['pale', { contrast: 6.5 }, {}, {}, ['its contrast is 6.5, and 8 is the least']],
  [
    'pale on a pale page',
    { contrast: 6.5 },
    { claim: { words: 'Earn', size: 52, contrast: 5 } },
    {},
    ['its contrast is 6.5, and 7 is the least'],
  ],
  ['too tall', { top: 2000 }, {}, {}, ['its 1700 px do not fit into a screen of 800 px']],
  ['below the content', { bottom: 4100 }, {}, {}, ['it ends 100 px below its screen (content)']],
  ['in the screen after the content', { bottom: 4100 }, {}, { screen: 'end' }, []],
  ['below that screen', { top: 4600, bottom: 4900 }, {}, { screen: 'end' }, ['it ends 100 px below its screen (end)']],
  ['not in the first screen', {}, {}, { screen: 'first' }, ['it ends 2900 px below its screen (first)']],
  ['hidden', { faults: ['it is hidden'] }, {}, {}, ['it is hidden']],
  [
    'not drawn',
    { faults: ['it is hidden', 'none of it is drawn'], size: Infinity, top: Infinity, bottom: -Infinity },
    {},
    {},
    ['it is hidden', 'none of it is drawn'],
  ],
])('a text that is %s', (_, ofText, ofPage, ofRule, faults) => {
  expect(riskFaults({ ...rule, ...ofRule }, { ...seen, ...ofText }, { ...page, ...ofPage })).toEqual(faults);
});

test('a text that is not there falls short', () => {
  expect(riskFaults(rule, null, page)).toEqual(['it is not there']);
});

test('the warning is wanted on every page, the notice on pages that sell', () => {
  const wanted = (path: string) => riskTexts.filter((text) => isWanted(text, path)).map(({ name }) => name);
  expect(['/login', '/privacy-policy', '/news/some-article'].map(wanted)).toEqual([
    ['risk warning'],
    ['risk warning'],
    ['risk warning'],
  ]);
  expect(['/', '/forex', '/register'].map(wanted)).toEqual([
    ['risk warning', 'risk notice'],
    ['risk warning', 'risk notice'],
    ['risk warning', 'risk notice'],
  ]);
  expect(Object.values(staticPaths).filter((path) => wanted(path).length === 2)).toHaveLength(27);
});
