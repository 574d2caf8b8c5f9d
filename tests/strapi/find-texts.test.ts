/** The panel's pages “Find texts” (words in all drafts, and other words in their place, all or none) and “Translations”. */
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
