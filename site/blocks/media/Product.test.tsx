import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { locales } from '../../../content/locales.ts';
import { parseBlocks } from '../../../content/parse/parse-blocks.ts';
import { noThirdParties } from '../../consent/consent-registry.ts';
import { CurrentPageProvider } from '../../ui/current-page.tsx';
import type { ResolvedProduct } from '../resolved-block.ts';
import { Product } from './Product.tsx';

const written = {
  __component: 'blocks.product',
  heading: 'A heading',
  show: 'all',
  instruments: 'EURUSD, XAUUSD',
  callouts: [{ view: 'web', part: 'cost', title: 'A title', text: 'Some **words**' }],
};
const drawing = { src: '/drawings/x.svg', width: 10, height: 5 };
const drawings = { wide: drawing, medium: drawing, narrow: { ...drawing, src: '/drawings/narrow.svg' } };

function shown(locale: (typeof locales)[number], resolved: Pick<ResolvedProduct, 'panels' | 'figures'>): string {
  const {
    blocks: [block],
    problems,
  } = parseBlocks([written], locale);
  expect(problems).toEqual([]);
  if (block?.component !== 'blocks.product') throw new Error('the parser made something else of it');
  expect(block.instruments).toEqual(['EURUSD', 'XAUUSD']);
  const settings = { origin: 'https://broker.example', strapiUrl: '', thirdParties: noThirdParties };
  return renderToString(
    <CurrentPageProvider locale={locale} path="/" settings={settings}>
      <Product block={{ ...block, ...resolved }} />
    </CurrentPageProvider>,
  );
}

const figures = { caption: 'Buy', lines: [['Cost now', 'USD 0.60']] as const, note: 'Prices of a day.' };

test.each(locales)('%s: each platform is a tab with its drawing, loaded when it comes into view', (locale) => {
  const panels = (['web', 'app', 'mt5'] as const).map((view) => ({
    view,
    alt: `What ${view} shows`,
    drawings,
    callouts: [{ title: `A title of ${view}`, text: '<strong>words</strong>' as never, from: 'narrow' as const }],
  }));
  const html = shown(locale, { panels, figures: { ...figures, lines: [...figures.lines] } });
  expect(html.match(/type="radio"/g)).toHaveLength(3);
  for (const view of ['web', 'app', 'mt5']) {
    expect(html).toContain(`alt="What ${view} shows"`);
    expect(html).toContain(`A title of ${view}</h3>`);
  }
  expect(html.match(/loading="lazy"/g)).toHaveLength(3);
  expect(html).toContain('<td>USD 0.60</td>');
  expect(html).toContain('Prices of a day.</p>');
});

test('one platform has no tabs, and without its instrument there is nothing', () => {
  const panel = { view: 'mt5' as const, alt: 'MetaTrader 5', drawings, callouts: [] };
  const one = shown('en', { panels: [panel], figures: { ...figures, lines: [] } });
  expect(one).toContain('MetaTrader 5');
  expect(one).not.toContain('radio');
  expect(shown('en', { panels: [], figures: null })).toBe('');
});

test.each([{ instruments: '' }, { show: 'desktop' }, { callouts: [{ ...written.callouts[0], part: 'logo' }] }])(
  '%j is refused',
  (change) => {
    const { blocks, problems } = parseBlocks([{ ...written, ...change }], 'en');
    expect(blocks).toEqual([]);
    expect(problems).toHaveLength(1);
  },
);
