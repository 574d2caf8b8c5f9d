import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Locale, locales } from '../../../content/locales.ts';
import { parseBlocks } from '../../../content/parse/parse-blocks.ts';
import { noThirdParties } from '../../consent/consent-registry.ts';
import { CurrentPageProvider } from '../../ui/current-page.tsx';
import { Product } from './Product.tsx';

const media = (name: string) => ({ url: `/uploads/${name}`, local: `/media/0123/${name}`, width: 40, height: 30 });

/** As it comes from Strapi: the sizes in any order. */
const platform = (view: string) => ({
  view,
  alt: `What ${view} shows`,
  pictures: [
    { size: 'narrow', light: media(`${view}-phone.svg`), dark: null },
    { light: media(`${view}.svg`), dark: media(`${view}-dark.svg`) },
  ],
  callouts: [{ title: `A title of ${view}`, text: 'Some **words**' }],
});
const wire = { __component: 'blocks.product', heading: 'A heading', note: 'Prices of a *day*.' };

function shown(platforms: object[], locale: Locale = 'en'): string {
  const {
    blocks: [block],
    problems,
  } = parseBlocks([{ ...wire, platforms }], locale);
  expect(problems).toEqual([]);
  if (block?.component !== 'blocks.product') throw new Error('the parser made something else of it');
  const settings = { origin: 'https://broker.example', strapiUrl: '', thirdParties: noThirdParties };
  return renderToString(
    <CurrentPageProvider locale={locale} path="/" settings={settings}>
      <Product block={block} />
    </CurrentPageProvider>,
  );
}

const sourcesIn = (html: string) => [...html.matchAll(/(?:src|srcSet)="([^"]*)"/g)].map(([, source]) => source);

test.each(locales)('each platform is a tab with its pictures, loaded in view: %s', (locale) => {
  const html = shown(['web', 'app', 'mt5'].map(platform), locale);
  expect(html.match(/type="radio"/g)).toHaveLength(3);
  for (const view of ['web', 'app', 'mt5']) {
    expect(html).toContain(`alt="What ${view} shows"`);
    expect(html).toContain(`A title of ${view}</h3>`);
  }
  // One for each theme.
  expect(html.match(/loading="lazy"/g)).toHaveLength(6);
  expect(html).toContain('<li data-from="narrow">');
  expect(html).toContain('Prices of a <em>day</em>.</p>');
});

test('each theme has a picture with its size, and a missing dark picture is replaced by the light one', () => {
  const html = shown([platform('web')]);
  expect(html).not.toContain('radio');
  expect(sourcesIn(html)).toEqual([
    '/media/0123/web-phone.svg',
    '/media/0123/web.svg',
    '/media/0123/web-phone.svg',
    '/media/0123/web-dark.svg',
  ]);
  expect(html).toContain(
    '<source media="(width &lt; 40rem)" srcSet="/media/0123/web-phone.svg" width="40" height="30"/>',
  );
  expect(html).toContain('<img src="/media/0123/web-dark.svg" alt="What web shows" width="40" height="30"');

  const light = shown([{ ...platform('web'), pictures: [{ light: media('web.svg') }] }]);
  expect(sourcesIn(light)).toEqual(['/media/0123/web.svg']);
});

test('a photograph of a screen comes in smaller formats', () => {
  const photograph = { ...media('web.png'), width: 1280, height: 800 };
  const html = shown([
    { ...platform('web'), pictures: [{ light: photograph }, { size: 'medium', light: photograph }] },
  ]);
  expect(html.match(/srcSet="\/media\/0123\/320\/web\.png\.avif 320w/g)).toHaveLength(2);
  expect(html.match(/type="image\/webp"/g)).toHaveLength(2);
});

test.each([
  ['no platform', []],
  ['an unknown platform', [{ ...platform('web'), view: 'fax' }]],
  ['a platform twice', [platform('web'), platform('web')]],
  ['a platform without a text for its pictures', [{ ...platform('web'), alt: '' }]],
  ['a platform without pictures', [{ ...platform('web'), pictures: [] }]],
  ['a lost picture', [{ ...platform('web'), pictures: [{ light: null, dark: media('web-dark.svg') }] }]],
  [
    'two pictures of one size',
    [{ ...platform('web'), pictures: [{ light: media('a.svg') }, { light: media('b.svg') }] }],
  ],
])('%s is refused', (_, platforms) => {
  const { blocks, problems } = parseBlocks([{ ...wire, platforms }], 'en');
  expect(blocks).toEqual([]);
  expect(problems).toHaveLength(1);
});
