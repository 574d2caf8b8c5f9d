/** The panel's pages “Find texts” (words in all drafts, other words in their place, broken links, where a text is used) and “Translations”. */
import { expect, test } from 'vitest';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { type StrapiEditor, expectRefusal, refused } from './strapi-editor.ts';

interface Found {
  uid: string;
  documentId: string;
  locale: string;
  hash: string;
  name: string;
  replaceable: boolean;
  places: { label: string; before: string; found: string; after: string; count: number; exact: number }[];
}

let strapi: SharedStrapi;
let editor: StrapiEditor;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  strapi = shared;
  await strapi.seedAgain();
  editor = await strapi.admin.colleague('finder', ['Editor, English', 'Editor, Spanish']);
}, 400_000);

const find = async (who: StrapiEditor, words: string) =>
  (await who.gate<{ found: Found[] }>(`texts?${new URLSearchParams({ words })}`)).found;
const replace = (who: StrapiEditor, words: string, by: string, items: readonly Found[]) =>
  who.gate<{ changed: number }>('texts', { words, by, items: items.map(({ places: _places, ...item }) => item) });

/** Writes words into a block of a page, a table of it and a question. */
async function write(words: string) {
  const page = await strapi.admin.draft('page', 'about');
  const blocks = [
    ...(page.blocks as object[]).slice(0, 1),
    { __component: 'blocks.rich-text', body: `First ${words}, then ${words.toUpperCase()}.` },
    { __component: 'blocks.data-table', caption: 'A table', columns: [{ label: 'Cell' }], rows: [[`${words}!`], [5]] },
  ];
  await strapi.admin.save('page', page.documentId, { ...page, blocks });
  const question = await strapi.admin.draft('faq', 'documents-needed', 'es');
  await strapi.admin.save('faq', question.documentId, { ...question, question: `¿Qué es ${words}?` }, 'es');
  return { page, question };
}

test('words are found in every field of every type, whatever their case, also those that JSON writes otherwise', async () => {
  const words = 'el “Ñandú” \\ 100 %';
  const { page, question } = await write(words);
  const found = await find(editor, words.toLowerCase());
  expect(found.map(({ documentId, locale }) => [documentId, locale])).toEqual([
    [question.documentId, 'es'],
    [page.documentId, 'en'],
  ]);
  expect(found[1]?.places).toMatchObject([
    { label: 'Block 2 (Text), Text', before: 'First ', found: words, count: 2, exact: 0 },
    { label: 'Block 3 (Table), Rows', before: '', found: words, after: '!', count: 1, exact: 0 },
  ]);
  // A legal text, and the texts of a language that the editor may only read.
  const legal = (await find(editor, 'Information Regulator')).find(({ uid }) => uid.includes('legal-document'));
  expect(legal).toMatchObject({ replaceable: false });
  const italian = (await find(editor, 'Domande frequenti')).filter(({ locale }) => locale === 'it');
  expect(new Set(italian.map(({ replaceable }) => replaceable))).toEqual(new Set([false]));
  expect((await expectRefusal(find(editor, 'a'))).message).toBe('Write at least 2 characters to look for.');
});

test('they are replaced in all chosen drafts or in none; nothing is published, and legal texts stay', async () => {
  const words = 'Wolpertinger';
  const { page, question } = await write(words);
  const found = await find(editor, words);
  expect(found.length).toBe(2);
  const live = await strapi.admin.draft('page', 'about');
  // One of two was changed meanwhile.
  await strapi.admin.save('faq', question.documentId, { question: `¿Qué es un ${words}?` }, 'es');
  expect((await expectRefusal(replace(editor, words, 'Tatzelwurm', found))).message).toContain('Nothing was replaced');
  expect((await strapi.admin.draft('page', 'about')).blocks).toEqual(live.blocks);

  expect(await replace(editor, words, '$& Tatzelwurm', await find(editor, words))).toEqual({ changed: 2 });
  const [, second] = (await strapi.admin.draft('page', 'about')).blocks as { body: string }[];
  expect(second?.body).toBe('First $& Tatzelwurm, then WOLPERTINGER.');
  expect((await strapi.admin.draft('faq', 'documents-needed', 'es')).question).toBe('¿Qué es un $& Tatzelwurm?');
  const history = await editor.gate<{ rows: { state: string; reason: string }[] }>(
    `history?${new URLSearchParams({ uid: 'api::page.page', documentId: page.documentId, locale: 'en' })}`,
  );
  expect(history.rows[0]).toMatchObject({ state: 'draft', reason: `“${words}” replaced by “$& Tatzelwurm”` });

  const legal = (await find(strapi.admin, 'Information Regulator')).filter(({ uid }) => uid.includes('legal-document'));
  expect((await expectRefusal(replace(strapi.admin, 'Information Regulator', 'x', legal))).message).toContain(
    'Legal texts are never replaced',
  );
  const italian = await strapi.admin.draft('faq', 'documents-needed', 'it');
  const [other] = await find(strapi.admin, String(italian.question));
  expect(await refused(replace(editor, String(italian.question), 'x', other ? [other] : []))).toMatch(/: 403 /);
});

test('a language’s texts that are missing, only a draft, or older than their source are listed, newest change first', async () => {
  const { admin } = strapi;
  const read = async (who: StrapiEditor) =>
    (await who.gate<{ open: { documentId: string; kind: string; name: string }[] }>('translations?locale=es')).open;
  expect(await read(admin)).toEqual([]);
  const older = await admin.draft('glossary-term', 'margin');
  await admin.publish('glossary-term', older.documentId, { ...older, term: 'Margin (deposit)' });
  const gone = await admin.draft('faq', 'documents-needed', 'es');
  await admin.unpublish('faq', gone.documentId, 'es');
  const fresh = await admin.publish('tag', null, {
    name: 'Wolpertinger',
    description: 'Animals of the Alps that nobody has seen, and that every museum shows to its visitors.',
  });
  const open = [
    [fresh.documentId, 'missing'],
    [older.documentId, 'outdated'],
    [gone.documentId, 'draft'],
  ];
  expect((await read(admin)).map(({ documentId, kind }) => [documentId, kind])).toEqual(open);
  // What changed since: the translation is older than the ledger, which then shows its first version.
  const since = new URLSearchParams({
    uid: 'api::glossary-term.glossary-term',
    documentId: older.documentId,
    locale: 'en',
  });
  const compare = (from: string) =>
    admin.gate<{ from: { content: { term: string } | null } }>(`compare?${since}&from=${from}:2020-01-01&to=live`);
  expect((await compare('since')).from.content?.term).toBe(older.term);
  expect((await compare('at')).from.content).toBeNull();
  // Saving the translation says that it is up to date.
  const spanish = await admin.draft('glossary-term', 'margin', 'es');
  await admin.publish('glossary-term', spanish.documentId, { ...spanish }, 'es');
  expect((await read(admin)).map(({ documentId }) => documentId)).not.toContain(older.documentId);
});

test('a file for an agency has the texts of that list, and comes back as drafts: all, or none while a placeholder is lost', async () => {
  const { admin } = strapi;
  const english = await admin.draft('faq', 'documents-needed');
  const answer = 'Have {{count:forex}} <b>papers</b> & more ready.\n\n- [One](/contact)';
  await admin.publish('faq', english.documentId, { ...english, question: 'Which papers, again?', answer });
  const read = async () => (await admin.gate<{ text: string }>('translations/file?locale=es')).text;
  const send = (text: string) => admin.gate<{ taken: { documentId: string }[] }>('translations/file', { text });
  const file = await read();
  const [whole = ''] = new RegExp(`  <file [^>]*${english.documentId}"[^]*?</file>`).exec(file) ?? [];
  const placeholder = '<ph id="1" equiv="{{count:forex}}"/>';
  expect(whole).toContain(`Have ${placeholder} &lt;b&gt;papers`);
  const translate = (text: string) =>
    file.replace(/  <file [^]*<\/file>/, () =>
      whole
        .replace(/(name="question">.*?)<target>.*?<\/target>/, '$1<target>¿Qué papeles?</target>')
        .replace(/(name="answer">[^]*?<\/source>)<target>[^]*?<\/target>/, `$1<target>${text}</target>`),
    );
  expect((await expectRefusal(send(translate('Ten papeles.')))).message).toContain('{{count:forex}}');
  expect((await expectRefusal(send('no file'))).message).toContain('no XML');
  const before = await admin.draft('faq', 'documents-needed', 'es');
  // A document of which nothing is translated stays as it is.
  const untranslated = whole.replace(/<target>[^]*?<\/target>/g, '');
  const only = file.replace(/  <file [^]*<\/file>/, () => untranslated);
  expect((await expectRefusal(send(only))).message).toContain('Nothing is translated');
  expect(await admin.draft('faq', 'documents-needed', 'es')).toEqual(before);
  expect((await send(translate(`Ten ${placeholder} papeles.`))).taken).toMatchObject([
    { documentId: english.documentId },
  ]);
  const after = await admin.draft('faq', 'documents-needed', 'es');
  expect(after).toMatchObject({ question: '¿Qué papeles?', answer: 'Ten {{count:forex}} papeles.' });
  expect([after.group, after.position]).toEqual([before.group, before.position]);
  // The English text changes: the file is too old.
  await admin.publish('faq', english.documentId, { ...english, question: 'Which ones?' });
  expect((await expectRefusal(send(translate(`Ten ${placeholder} papeles.`)))).message).toContain('was changed since');
});

interface Listed {
  documentId: string;
  locale: string;
  name: string;
  places: {
    label: string;
    path: unknown;
    address: string;
    words: string;
    fault: string;
    by: string;
    states: string[];
  }[];
}

/** What is listed of one text. */
const placesIn = (found: Listed[], documentId: string, locale = 'en') =>
  found.find((one) => one.documentId === documentId && one.locale === locale)?.places ?? [];

test('links that lead nowhere, to English, to what is taken down or over a redirect are listed, of drafts and of what is live', async () => {
  const { admin } = strapi;
  const read = async () => (await editor.gate<{ found: Listed[] }>('texts/broken-links')).found;
  const description = 'Animals of the Alps that nobody has seen, and that every museum shows to its visitors.';
  await admin.publish('redirect', null, { from: '/old-tatzelwurm', to: '/forex', permanent: false });
  const english = await admin.publish('tag', null, { name: 'Tatzelwurm', description });
  const question = await admin.draft('faq', 'demo-first', 'es');
  const answer =
    '[a](/tatzelwurm) [b](/old-tatzelwurm) [c](forex) [d](/forex) [e](https://example.com) [f](/news-tags/tatzelwurm)';
  await admin.save('faq', question.documentId, { ...question, answer }, 'es');
  const faults = (places: Listed['places']) =>
    places.map(({ label, path, address, words, fault, states }) => [label, path, address, words, fault, states]);
  expect(faults(placesIn(await read(), question.documentId, 'es'))).toEqual([
    ['Answer', ['answer'], '/tatzelwurm', 'a', 'nowhere', ['draft']],
    ['Answer', ['answer'], '/old-tatzelwurm', 'b', 'redirect', ['draft']],
    ['Answer', ['answer'], 'forex', 'c', 'form', ['draft']],
    ['Answer', ['answer'], '/news-tags/tatzelwurm', 'f', 'english', ['draft']],
  ]);
  await admin.publish('tag', english.documentId, { ...english, takenDown: true });

  // What is live, and its draft, lose the text to which they lead; the mended draft alone is no longer listed.
  const target = await admin.publish('tag', null, { name: 'Stollenwurm', description });
  const page = await admin.draft('page', 'careers');
  const leadTo = (link: string) => ({
    ...page,
    blocks: [...(page.blocks as object[]), { __component: 'blocks.rich-text', body: `[g](${link})` }],
  });
  await admin.publish('page', page.documentId, leadTo('/news-tags/stollenwurm'));
  await admin.publish('redirect', null, { from: '/to-wurm', to: '/news-tags/stollenwurm', permanent: false });
  expect(placesIn(await read(), page.documentId)).toEqual([]);
  await admin.unpublish('tag', target.documentId);
  const found = await read();
  expect(placesIn(found, question.documentId, 'es').at(-1)?.fault).toBe('down');
  const at = (page.blocks as object[]).length;
  expect(faults(placesIn(found, page.documentId))).toEqual([
    [
      `Block ${at + 1} (Text), Text`,
      ['blocks', at, 'body'],
      '/news-tags/stollenwurm',
      'g',
      'nowhere',
      ['draft', 'live'],
    ],
  ]);
  expect(found.find(({ name }) => name === 'Redirect “/to-wurm”')?.places).toMatchObject([
    { path: ['to'], fault: 'nowhere' },
  ]);
  await admin.save('page', page.documentId, leadTo('/forex'));
  expect(placesIn(await read(), page.documentId).map(({ states }) => states)).toEqual([['live']]);
});

test('where a text is used: by a relation, link, name or figure, in every language, of drafts and of what is live', async () => {
  const { admin } = strapi;
  const read = async (type: string, documentId: string) =>
    editor.gate<{ name: string; found: Listed[] }>(
      `texts/uses?${new URLSearchParams({ uid: `api::${type}.${type}`, documentId, locale: 'en' })}`,
    );
  const question = await admin.draft('faq', 'who-can-open');
  const spanish = await admin.draft('faq', 'who-can-open', 'es');
  const group = await admin.publish('faq-group', null, { name: 'Wolpertinger', position: 90 });
  await admin.save('faq', question.documentId, {
    ...question,
    group: { connect: [{ documentId: group.documentId }] },
    answer: 'See [forex](/es/forex?x=1#y), {{EURUSD.price}}, {{2 * XEURUSD.price}}, [no](/forex-two).',
  });
  const answer = `${String(spanish.answer)} [a](/forex)`;
  await admin.publish('faq', question.documentId, { ...spanish, answer }, 'es');
  await admin.publish('redirect', null, { from: '/to-wolpertinger', to: '/forex', permanent: false });
  const summary = async (type: string, documentId: string, locale = 'en') =>
    placesIn((await read(type, documentId)).found, question.documentId, locale).map(({ label, by, words, states }) => [
      label,
      by,
      words,
      states,
    ]);
  expect(await summary('faq-group', group.documentId)).toEqual([['Group', 'relation', '', ['draft']]]);
  const forex = await admin.draft('page', 'forex');
  expect(await summary('page', forex.documentId)).toEqual([['Answer', 'link', '/es/forex?x=1#y', ['draft']]]);
  expect(await summary('page', forex.documentId, 'es')).toEqual([['Answer', 'link', '/forex', ['draft', 'live']]]);
  const { name, found } = await read('page', forex.documentId);
  expect(name).toMatch(/^Page “/);
  expect(found.find((one) => one.name === 'Redirect “/to-wolpertinger”')?.places).toMatchObject([{ by: 'link' }]);
  const instrument = await admin.draft('instrument', 'eurusd');
  expect(await summary('instrument', instrument.documentId)).toEqual([
    ['Answer', 'figure', '{{EURUSD.price}}', ['draft']],
  ]);
  const calendar = await admin.draft('trading-calendar', 'forex');
  const using = (await read('trading-calendar', calendar.documentId)).found;
  expect(using.find((one) => one.name === 'Instrument “EURUSD”')?.places).toMatchObject([
    { by: 'name', words: 'forex', states: ['draft', 'live'] },
  ]);
});
