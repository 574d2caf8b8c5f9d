/** Content that an editor takes down in one language or unpublishes: no page shows it or links to it any more. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentType, Locale } from '../../content/model.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { Visitor, details, password } from '../sites/account-site.ts';
import { expectedWords } from '../expected-words.ts';
import { allPaths } from '../sites/site-paths.ts';
import { type EditedSite, type Wire, startEditedSite } from '../sites/edited-site.ts';

const site = await startEditedSite();
beforeEach(() => site.reset());
afterAll(() => site.stop());

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}
/** Tells whether a page contains the text. Returns a boolean, because a failed comparison would print the whole page. */
const shows = async (path: string, words: string) => (await get(path)).html.includes(words);
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).html;

/** Changes the wire of one document; with null the document disappears, as when it is unpublished. */
function change(type: DocumentType, id: string, locale: Locale, to: (wire: Wire) => Wire | null): Promise<void> {
  return site.edit((content) => {
    content.documents = content.documents.flatMap((document) => {
      const wire = document.wire as Wire;
      if (document.type !== type || wire.id !== id || document.locale !== locale) return [document];
      const changed = to(wire);
      return changed ? [{ ...document, wire: changed }] : [];
    });
  });
}
const takeDown = (type: DocumentType, id: string, locale: Locale, takenDown = true) =>
  change(type, id, locale, (wire) => ({ ...wire, takenDown }));

/** Changes a document, runs `look`, and restores the document. */
async function whileChanged(
  type: DocumentType,
  id: string,
  locale: Locale,
  to: (wire: Wire) => Wire | null,
  look: () => Promise<void>,
): Promise<void> {
  let original: Parameters<Parameters<EditedSite['edit']>[0]>[0]['documents'] = [];
  await site.edit(({ documents }) => {
    original = [...documents];
  });
  await change(type, id, locale, to);
  try {
    await look();
  } finally {
    await site.edit((content) => {
      content.documents = original;
    });
  }
}

describe('a page that is taken down in one language', () => {
  beforeEach(() => takeDown('page', 'forex', 'es'));

  test('answers 404 there with the error screen, and not in the others', async () => {
    const gone = await get('/es/forex');
    expect([gone.status, gone.html.includes('404 - ')]).toEqual([404, true]);
    expect(await shows('/es/forex/_payload.json', '"main"')).toBe(false);
    for (const path of ['/forex', '/en/forex', '/it/forex'])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 });
  });

  test('is not an alternate of the others, and the language switcher leads home', async () => {
    const html = await text('/it/forex');
    expect(html.includes('<link rel="alternate" hrefLang="es"')).toBe(false);
    expect(html.includes('<link rel="alternate" hrefLang="en"')).toBe(true);
    expect(html).toContain('/api/locale?to=es&amp;path=%2Fes"');
  });

  test('is in no sitemap, menu, footer, search, block or text of the language', async () => {
    expect(await shows('/sitemap-es.xml', '/es/forex<')).toBe(false);
    expect(await shows('/sitemap-it.xml', 'http://site.test/es/forex"')).toBe(false);
    const link = 'href="/es/forex"';
    const linking: string[] = [];
    for (const path of [...(await allPaths(site.url, 'es')), '/search?q=divisas'])
      if (await shows(localePath(path, 'es'), link)) linking.push(path);
    expect(linking).toEqual([]);
    // A link inside a sentence leaves its words.
    const notice = site.wire('news-article', 'us-election-margin-notice', 'es');
    expect(String(notice['body'])).toContain('[divisas](/forex), [índices](/indices)');
    expect(await shows(`/es/news/${String(notice['slug'])}`, 'divisas, <a href="/es/indices">índices</a>')).toBe(true);
    expect(await shows('/api/search?q=divisas&locale=es', 'Divisas')).toBe(false);
    for (const name of ['header-nav-items', 'footer-links']) {
      expect({
        name,
        es: (await text(`/api/strapi/${name}`, { 'accept-language': 'es' })).includes('"/forex"'),
      }).toEqual({ name, es: false });
      expect({
        name,
        it: (await text(`/api/strapi/${name}`, { 'accept-language': 'it' })).includes('"/forex"'),
      }).toEqual({ name, it: true });
    }
    expect(await shows('/it/about', 'href="/it/forex"')).toBe(true);
  });

  test('gives way to a redirect rule, and links may lead to its address', async () => {
    await site.edit(({ documents }) => {
      for (const locale of locales)
        documents.push({
          type: 'redirect',
          locale,
          source: 'test',
          wire: {
            id: 'test',
            updatedAt: '2026-11-01T10:00:00Z',
            from: '/es/forex',
            to: '/cfd-trading',
            permanent: false,
          },
        });
    });
    expect(await get('/es/forex')).toMatchObject({ status: 302, location: '/es/cfd-trading' });
    expect(await shows('/es/about', 'href="/es/forex"')).toBe(true);
    await site.edit((content) => {
      content.documents = content.documents.filter(({ wire }) => (wire as Wire).id !== 'test');
    });
    expect(await shows('/es/about', 'href="/es/forex"')).toBe(false);
  });
});

test.each(['English', 'former'])(
  'a link in a text is a link again when its target is back, also with its %s address',
  async (by) => {
    const [target] = site.wires('news-article', 'es');
    const [id, former] = [target?.id ?? '', String(target?.['slug'])];
    await change('news-article', id, 'es', (wire) => ({ ...wire, slug: 'direccion-nueva' }));
    const linked = by === 'English' ? String(site.wire('news-article', id, 'en')['slug']) : former;
    // A page without a list of news: a changed list would cause it to be rendered again anyway.
    await whileChanged(
      'legal-document',
      'privacy-policy',
      'es',
      (wire) => ({ ...wire, body: `Lea [la nota](/news/${linked}).` }),
      async () => {
        const links = () => shows('/es/privacy-policy', `<a href="/es/news/${linked}">la nota</a>`);
        expect(await links()).toBe(true);
        await takeDown('news-article', id, 'es');
        expect(await links()).toBe(false);
        await takeDown('news-article', id, 'es', false);
        expect(await links()).toBe(true);
      },
    );
    await change('news-article', id, 'es', (wire) => ({ ...wire, slug: former }));
  },
);

test('answers for the broker’s other sites have no dead links: texts in Markdown, and the buttons of the header', async () => {
  const answer = async (name: string) =>
    (
      JSON.parse(await text(`/api/strapi/${name}`, { 'accept-language': 'es' })) as {
        data: { attributes: Record<string, string> };
      }
    ).data.attributes;
  const words =
    'Lea [*la* \\[nota\\]](/education-center "Título"), [esto](/education-center#a) y [aquello](/about); ![cuadro](/education-center) \\[no](/education-center)';
  const gone = 'Lea *la* \\[nota\\], esto y [aquello](/about); ![cuadro](/education-center) \\[no](/education-center)';
  const footer = site.wires('footer', 'es')[0]?.id ?? '';
  const common = site.wires('common-datum', 'es')[0]?.id ?? '';
  await whileChanged(
    'footer',
    footer,
    'es',
    (wire) => ({ ...wire, text: words }),
    () =>
      whileChanged(
        'common-datum',
        common,
        'es',
        (wire) => ({ ...wire, riskWarning: words }),
        async () => {
          expect([(await answer('footer'))['text'], (await answer('common-datum'))['riskWarning']]).toEqual([
            words,
            words,
          ]);
          await whileChanged(
            'page',
            'education-center',
            'es',
            (wire) => ({ ...wire, takenDown: true }),
            async () => {
              expect([(await answer('footer'))['text'], (await answer('common-datum'))['riskWarning']]).toEqual([
                gone,
                gone,
              ]);
            },
          );
        },
      ),
  );
  const { loginButtonText, signupButtonText } = await answer('header');
  expect([loginButtonText, signupButtonText].every(Boolean)).toBe(true);
  await whileChanged(
    'page',
    'login',
    'es',
    (wire) => ({ ...wire, takenDown: true }),
    async () => expect(await answer('header')).toEqual({ loginButtonText: '', signupButtonText }),
  );
  await whileChanged(
    'page',
    'register',
    'es',
    (wire) => ({ ...wire, takenDown: true }),
    async () => expect(await answer('header')).toEqual({ loginButtonText, signupButtonText: '' }),
  );
});

test('parts of every page are left out too: a button of the header, a menu item without its last link', async () => {
  expect(await shows('/es/about', 'href="/es/register"')).toBe(true);
  await whileChanged(
    'page',
    'register',
    'es',
    (wire) => ({ ...wire, takenDown: true }),
    async () => {
      const header = /<header[\s\S]*?<\/header>/.exec(await text('/es/about'))?.[0] ?? '';
      expect(header).not.toContain('href="/es/register"');
      expect(header).toContain('href="/es/login"');
      // A call to action whose button would lead to the page that was taken down.
      expect(await shows('/es', 'href="/es/register"')).toBe(false);
    },
  );
  await whileChanged(
    'header-nav-item',
    site.wires('header-nav-item', 'es')[0]?.id ?? '',
    'es',
    (wire) => ({
      ...wire,
      name: 'Solo esto',
      content: [{ __component: 'header.nav-group', links: [{ name: 'Cripto', url: '/crypto' }] }],
    }),
    async () => {
      expect(await shows('/es/about', 'Solo esto')).toBe(true);
      await whileChanged(
        'page',
        'crypto',
        'es',
        (wire) => ({ ...wire, takenDown: true }),
        async () => {
          expect(await shows('/es/about', 'Solo esto')).toBe(false);
        },
      );
      expect(await shows('/es/about', 'Solo esto')).toBe(true);
    },
  );
});

test('registration is refused while a required legal text is taken down: no typed text is lost, and nothing is stored', async () => {
  const form = { intent: 'create', email: 'anna@withdrawn.example', password, ...details };
  const send = (locale: Locale) =>
    new Visitor(site.url).post(localePath('/old-register', locale), form, { origin: 'http://site.test' });
  for (const id of ['terms-of-service', 'privacy-policy']) {
    await whileChanged(
      'legal-document',
      id,
      'it',
      (wire) => ({ ...wire, takenDown: true }),
      async () => {
        const { status, text: html } = await send('it');
        expect({
          id,
          status,
          said: html.includes(expectedWords('it').forms.unavailable),
          kept: html.includes('value="Rossi"') && html.includes('value="anna@withdrawn.example"'),
          secret: html.includes(password),
        }).toEqual({ id, status: 503, said: true, kept: true, secret: false });
      },
    );
  }
  // The refused attempts did not start a registration either.
  expect((await send('it')).status).toBe(303);
});
