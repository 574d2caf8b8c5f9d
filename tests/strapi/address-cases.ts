/** Addresses and keys, which Strapi derives from titles: part of editor-mistakes.test.ts. */
import { expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { until } from '../until.ts';
import { type StrapiEditor, expectRefusal } from './strapi-editor.ts';
import type { RunningStrapi } from './strapi-process.ts';

/** As long as the panel requires. */
export const summary =
  'A summary that is as long as the panel wants it to be. It says what happened and what it means, without a teaser, in about one hundred and fifty characters.';
const article = { summary, body: 'Text.', publishedOn: '2026-11-20' };

/** @param of returns what `beforeAll` has started; the tests call it when they run. */
export function addressTests(of: () => { site: RunningSite; strapi: RunningStrapi; editor: StrapiEditor }): void {
  const status = async (path: string) =>
    (await fetch(`${of().site.url}${path}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } })).status;

  test('the panel shows no key and demands nothing that it does not show', async () => {
    const { editor } = of();
    const types =
      'news-article education-article job tag author news-category education-category glossary-term faq faq-group account-type header-nav-item footer-link legal-document page redirect instrument price-history instrument-guide trading-calendar';
    for (const type of types.split(' ')) {
      const { required, shown, listed } = await editor.form(type);
      expect({
        type,
        hidden: required.filter((name) => !shown.includes(name)),
        key: shown.includes('key'),
        slug: required.includes('slug'),
      }).toEqual({ type, hidden: [], key: false, slug: false });
      // Footer links have no other field to tell them apart in the list.
      expect({ type, key: listed.includes('key') }).toEqual({ type, key: type === 'footer-link' });
    }
  });

  test('an article that is written and published with one click has the address of its title, in each language', async () => {
    const { editor } = of();
    const title = 'Ñandú & Cía.: año récord — ¿y ahora?';
    const { documentId, slug, key } = await editor.publish('news-article', null, { ...article, title });
    expect([slug, key]).toEqual(['nandu-cia-ano-record-y-ahora', 'nandu-cia-ano-record-y-ahora']);
    await until(async () => (await status(`/news/${String(slug)}`)) === 200, 'the article');
    const spanish = await editor.publish('news-article', documentId, { ...article, title: 'El oro sube' }, 'es');
    const italian = await editor.publish(
      'news-article',
      documentId,
      { ...article, title: 'Perché l’oro è salito' },
      'it',
    );
    expect([spanish.slug, spanish.key, italian.slug, italian.key]).toEqual([
      'el-oro-sube',
      key,
      'perche-l-oro-e-salito',
      key,
    ]);
    await until(async () => (await status('/it/news/perche-l-oro-e-salito')) === 200, 'the Italian article');
    await editor.remove('news-article', documentId);
  });

  test.each([
    ['news-article', { ...article, title: 'Copper' }, 'copper'],
    [
      'author',
      { name: 'Zoë Ångström', role: 'Analyst', description: summary.slice(0, 150), bio: 'Text.' },
      'zoe-angstrom',
    ],
  ])(
    'a %s keeps neither the suggestion of the panel nor the address of another document',
    async (type, fields, slug) => {
      const { editor } = of();
      const suggested = await editor.suggestedAddress(type, {});
      expect(suggested).toBe(type);
      const first = await editor.publish(type, null, { ...fields, slug: suggested });
      const second = await editor.publish(type, null, { ...fields, slug: '' });
      expect([first.slug, first.key, second.slug, second.key]).toEqual([slug, slug, `${slug}-2`, `${slug}-2`]);
      const third = await editor.save(type, null, { ...fields, slug: null });
      const refusal = await expectRefusal(editor.publish(type, third.documentId, { ...third, slug }));
      expect([refusal.status, refusal.fields.slug]).toEqual([
        400,
        expect.stringContaining(`“${slug}” is already the address of`),
      ]);
      for (const { documentId } of [first, second, third]) await editor.remove(type, documentId);
    },
  );

  test('the address of a draft follows its title until it is published, and then stays, also after a withdrawal', async () => {
    const { editor } = of();
    let draft = await editor.save('news-article', null, { ...article, title: '' });
    expect([draft.slug ?? null, draft.key ?? null]).toEqual([null, null]);
    draft = await editor.save('news-article', draft.documentId, { ...draft, title: 'First thoughts' });
    const { key } = draft;
    draft = await editor.save('news-article', draft.documentId, { ...draft, title: 'Second thoughts' });
    expect([draft.slug, draft.key]).toEqual(['second-thoughts', key]);
    await editor.publish('news-article', draft.documentId, draft);
    draft = await editor.save('news-article', draft.documentId, { ...draft, title: 'Third thoughts' });
    expect([draft.slug, draft.key]).toEqual(['second-thoughts', key]);
    await editor.unpublish('news-article', draft.documentId);
    draft = await editor.save('news-article', draft.documentId, { ...draft, title: 'Fourth thoughts' });
    expect(draft.slug).toBe('second-thoughts');
    draft = await editor.publish('news-article', draft.documentId, { ...draft, slug: 'Best_Thoughts ' });
    expect(draft.slug).toBe('best-thoughts');
    await until(async () => (await status('/news/best-thoughts')) === 200, 'the new address');
    // An emptied address is derived from the title again.
    draft = await editor.publish('news-article', draft.documentId, { ...draft, slug: '' });
    expect([draft.slug, draft.key]).toEqual(['fourth-thoughts', key]);
    await editor.remove('news-article', draft.documentId);
  });

  test('an address by an editor does not follow the title, a long one is cut between words, and one without letters is refused', async () => {
    const { editor } = of();
    const own = await editor.save('tag', null, { name: 'Metals', slug: 'all-metals' });
    expect((await editor.save('tag', own.documentId, { ...own, name: 'Precious metals' })).slug).toBe('all-metals');
    const long = await editor.save('tag', null, {
      name: 'What a week of very quiet trading in the metals pit tells us about next year’s',
    });
    expect([String(long.slug), String(long.slug).length <= 80]).toEqual([
      expect.stringMatching(/^what-a-week-.*[a-z]$/),
      true,
    ]);
    const signs = await editor.save('tag', null, { name: '???', description: summary.slice(0, 150) });
    expect((await expectRefusal(editor.publish('tag', signs.documentId))).fields.slug).toBe(
      'No address can be made from “???”. Write one: small letters, digits and hyphens.',
    );
    const signed = await editor.publish('tag', signs.documentId, { ...signs, slug: 'abc' });
    expect([signed.slug, signed.key]).toEqual(['abc', 'abc']);
    for (const { documentId } of [own, long, signs]) await editor.remove('tag', documentId);
  });

  test('a published document has a key: from its title, else from its address, else from its type', async () => {
    const { editor } = of();
    const first = await editor.publish('faq', null, { question: '为什么？', answer: 'Because.', position: 90 });
    const again = await editor.publish('faq', null, { question: '为什么？', answer: 'Because of that.', position: 91 });
    expect([first.key, again.key]).toEqual(['faq', 'faq-2']);
    expect((await editor.publish('faq', first.documentId, { ...first, question: 'Why?' })).key).toBe('faq');
    const rule = await editor.save('redirect', null, { from: '/%D1%81%D1%82', to: '/forex', permanent: false });
    await editor.publishAll('redirect', [rule.documentId], ['en']);
    await until(
      async () =>
        (await fetch(`${of().site.url}/%D1%81%D1%82`, { redirect: 'manual' })).headers.get('location') === '/forex',
      'the redirect',
    );
    for (const [type, { documentId }] of [
      ['faq', first],
      ['faq', again],
      ['redirect', rule],
    ] as const)
      await editor.remove(type, documentId);
  });
}
