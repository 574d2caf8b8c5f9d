import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { locales } from '../../../content/locales.ts';
import { parseBlocks } from '../../../content/parse/parse-blocks.ts';
import { noThirdParties } from '../../consent/consent-registry.ts';
import { parseDiagramPath } from '../../drawings/diagram-address.ts';
import { CurrentPageProvider } from '../../ui/current-page.tsx';
import type { DiagramPicture } from '../resolved-block.ts';
import { Diagram } from './Diagram.tsx';

const office = (zone: string) => ({ label: zone, time: `08:00-17:00 ${zone}`, text: 'EURUSD' });
const sessions = {
  __component: 'blocks.diagram',
  heading: 'A heading',
  kind: 'sessions',
  points: [office('Europe/London'), office('America/New_York')],
  note: 'A note with *words*',
};

function parsed(block: object) {
  const { blocks, problems } = parseBlocks([block], 'en');
  const [first] = blocks;
  return {
    block: first?.component === 'blocks.diagram' ? first : null,
    problems: problems.map(({ message }) => message),
  };
}

const drawing = { src: '/drawings/x.svg', width: 10, height: 5 };
const picture: DiagramPicture = {
  alt: 'What it shows',
  drawings: { wide: drawing, medium: drawing, narrow: { ...drawing, src: '/drawings/narrow.svg' } },
  table: { caption: 'A caption', head: ['Place', 'January'], rows: [['London', '08:00–17:00']] },
};

test.each(locales)(
  'a diagram has a picture for each width, loaded in view, and its figures as a table: %s',
  (locale) => {
    const { block, problems } = parsed(sessions);
    expect(problems).toEqual([]);
    if (!block) throw new Error('the parser made something else of it');
    expect(block.points[1]?.time).toEqual({ weekday: null, from: 480, to: 1020, zone: 'America/New_York' });
    const settings = { origin: 'https://broker.example', strapiUrl: '', thirdParties: noThirdParties };
    const show = (shown: DiagramPicture | null) =>
      renderToString(
        <CurrentPageProvider locale={locale} path="/" settings={settings}>
          <Diagram block={{ ...block, picture: shown }} />
        </CurrentPageProvider>,
      );
    const html = show(picture);
    expect(html).toContain('alt="What it shows"');
    expect(html).toContain('loading="lazy"');
    expect(html).toContain('srcSet="/drawings/narrow.svg"');
    expect(html).toContain('<th scope="row">London</th><td>08:00–17:00</td>');
    expect(html).toContain('A note with <em>words</em>');
    expect(show(null)).toBe('');
  },
);

const point = (group: string, value?: number) => ({ label: group, group, value });
const dividend = [point('dividend', 0.26), point('withholding', 15), point('split', 4)];

test.each<[string, object]>([
  ['needs two points or more', { points: [office('Europe/London')] }],
  ['must be a time like', { points: [office('Europe/Atlantis'), office('Europe/London')] }],
  ['must name 1 symbols', { kind: 'corporate-actions', points: dividend }],
  [
    'needs one point of the group “split”',
    { kind: 'corporate-actions', instruments: 'AAPL', points: dividend.slice(0, 2) },
  ],
  [
    'with shares of 100',
    { kind: 'composition', instruments: 'US500', points: [point('US500', 60), point('US500', 50)] },
  ],
  ['whose values are nights', { kind: 'cost-by-volume', instruments: 'EURUSD', points: [point('x', 61)] }],
  ['needs points with a time', { kind: 'releases', instruments: 'WTI', points: [office('Europe/London')] }],
])('a picture that would be wrong is refused: %s', (message, change) => {
  const { block, problems } = parsed({ ...sessions, ...change });
  expect(block).toBeNull();
  expect(problems.join()).toContain(message);
});

test('an address names the drawing, and other paths are not accepted', () => {
  expect(parseDiagramPath('/drawings/0123456789abcdef/es/page/forex/sessions/wide.svg')).toEqual({
    locale: 'es',
    page: 'forex',
    kind: 'sessions',
    crop: 'wide',
  });
  for (const path of [
    '/drawings/0123456789abcdef/xx/page/forex/sessions/wide.svg',
    '/drawings/0123456789abcdef/es/page/forex/secrets/wide.svg',
    '/drawings/0123456789abcdef/es/page/../forex/sessions/wide.svg',
    '/drawings/0123456789abcdef/es/page/forex/sessions/huge.svg',
    '/drawings/short/es/page/forex/sessions/wide.svg',
  ])
    expect([path, parseDiagramPath(path)]).toEqual([path, null]);
});
