/** The drawings of the platforms: their figures are those of the instruments, in three languages, and a changed figure replaces the file. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locale } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type EditedSite, type Wire, startEditedSite } from './edited-site.ts';

let site: EditedSite;
beforeAll(async () => {
  site = await startEditedSite();
});
afterAll(() => site.stop());

const get = (path: string) => fetch(`${site.url}${path}`, { redirect: 'manual' });

/** The addresses of all drawings of the home page. */
async function drawings(locale: Locale): Promise<string[]> {
  const html = await (await get(localePath('/', locale))).text();
  return [...html.matchAll(/(?:src|srcSet)="(\/drawings\/[^"]*)"/g)].map(([, path]) => String(path));
}

function textOf(svg: string): string {
  return svg
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');
}

/** The languages of the demonstration. */
const written = ['en', 'es', 'it'] as const;
type Written = (typeof written)[number];

/** How a language writes the cost of a tenth of a lot: the spread of 0.6 or 0.9 pips, and what its ticket calls it. */
const words: Record<Written, { cost: string; before: string; after: string; loss: string }> = {
  en: { cost: 'Cost now', before: 'USD −0.60', after: 'USD −0.90', loss: 'USD −60.00' },
  es: { cost: 'Coste ahora', before: '−0,60 USD', after: '−0,90 USD', loss: '−60,00 USD' },
  it: { cost: 'Costo ora', before: '−0,60 USD', after: '−0,90 USD', loss: '−60,00 USD' },
};

beforeEach(() => site.reset());

test('a spread that an editor changes is drawn at once in three languages, and the former bytes are gone', async () => {
  const former = new Map<Written, string[]>();
  for (const locale of written) {
    const paths = await drawings(locale);
    // Three platforms in three crops, each a file.
    expect(new Set(paths).size).toBe(9);
    former.set(locale, paths);
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml']);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const text = textOf(await answer.text());
      if (path.includes('/mt5/')) expect(text).not.toContain(words[locale].cost);
      else
        for (const word of [words[locale].cost, words[locale].before, words[locale].loss]) expect(text).toContain(word);
    }
  }
  await site.edit(({ documents }) => {
    for (const { type, wire } of documents) {
      if (type !== 'instrument' || (wire as Wire).id !== 'eurusd') continue;
      const { terms } = wire as { terms: { account: string; spread: number }[] };
      for (const one of terms) if (one.account === 'prime') one.spread = 0.9;
    }
  });
  for (const locale of written) {
    const paths = await drawings(locale);
    for (const [index, path] of paths.entries()) {
      const old = former.get(locale)?.[index] ?? '';
      expect(path).not.toBe(old);
      const moved = await get(old);
      expect([moved.status, moved.headers.get('location')]).toEqual([302, path]);
      const text = textOf(await (await get(path)).text());
      if (path.includes('/mt5/')) continue;
      expect(text).toContain(words[locale].after);
      expect(text).not.toContain(words[locale].before);
    }
  }
});

test('without its first instrument the page stands, without drawings; what nobody draws is not found', async () => {
  const [path = ''] = await drawings('en');
  for (const wrong of [path.replace('/web/', '/fax/'), path.replace('EURUSD', 'NO-SUCH'), '/drawings/x.svg'])
    expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404]);
  await site.edit((content) => {
    content.documents = content.documents.filter(
      ({ type, wire }) => type !== 'instrument' || (wire as Wire).id !== 'eurusd',
    );
  });
  for (const locale of written) {
    expect((await get(localePath('/', locale))).status).toBe(200);
    expect(await drawings(locale)).toEqual([]);
  }
  expect((await get(path)).status).toBe(404);
});
