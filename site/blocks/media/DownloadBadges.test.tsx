import { QRCodeSVG } from 'qrcode.react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { locales } from '../../../content/locales.ts';
import { parseBlocks } from '../../../content/parse/parse-blocks.ts';
import { noThirdParties } from '../../consent/consent-registry.ts';
import { translator } from '../../i18n/translate.ts';
import { CurrentPageProvider } from '../../ui/current-page.tsx';
import { Blocks } from '../Blocks.tsx';
import type { ResolvedBlock } from '../resolved-block.ts';

const hero = { __component: 'blocks.hero', heading: 'A title', text: 'A text', actions: [] };
const text = { __component: 'blocks.rich-text', heading: 'Another', body: 'Words' };
const badges = {
  __component: 'blocks.download-badges',
  heading: 'Get it',
  text: 'Only from **there**.',
  items: [{ id: 1, name: 'The app', link: 'https://shop.example/app', image: null }],
};

test.each(locales)('badges after the hero are in it, with a code that opens the page in its language: %s', (locale) => {
  const render = (wires: object[]) =>
    renderToStaticMarkup(
      <CurrentPageProvider
        locale={locale}
        path="/app"
        settings={{ origin: 'https://broker.example', strapiUrl: '', thirdParties: noThirdParties }}
      >
        <Blocks blocks={parseBlocks(wires, locale).blocks as ResolvedBlock[]} />
      </CurrentPageProvider>,
    );
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const [, modules] =
    /<path.*(<path[^>]*>)/.exec(
      renderToStaticMarkup(<QRCodeSVG value={`https://broker.example${prefix}/app#get-it`} marginSize={2} />),
    ) ?? [];
  const html = render([hero, badges, text]);
  const inHero = html.slice(0, html.indexOf('</section>'));
  expect(inHero).toContain('href="https://shop.example/app"');
  expect(inHero).toContain(translator(locale)('blocks.scan'));
  expect(inHero).toContain(`id="get-it"`);
  expect(inHero).toContain(modules);
  expect(html).toContain('Another');
  // Anywhere else they are a section of their own, without a code.
  expect(render([hero, text, badges])).not.toContain(modules);
});
