/**
 * Every way of the panel and of the API to change what is live, with every type that needs approval, in every language, by every kind of user,
 * without an approval: nothing becomes live.
 * @module-tag exhaustive
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StrapiEditor, type StrapiEntry, refused } from './strapi-editor.ts';
import { type RunningStrapi, apiToken, startStrapi } from './strapi-process.ts';

interface Attempt {
  editor: StrapiEditor;
  type: string;
  draft: StrapiEntry;
  /** The draft with another text. */
  changed: Record<string, unknown>;
  subject: { uid: string; documentId: string; locale: string };
  locale: string;
}

const targets = [
  { type: 'page', key: 'forex', field: 'title' },
  { type: 'account-type', key: 'prime', field: 'name' },
  { type: 'instrument', key: 'eurusd', field: 'nameEn', languages: ['en'] },
  { type: 'legal-document', key: 'cookie-disclosure', field: 'title' },
  { type: 'common-datum', key: '', field: 'riskWarning' },
  { type: 'redirect', key: 'metatrader5', field: 'to', languages: ['en'] },
];

/** Seconds from now as a clock in UTC shows them. */
const soon = () => new Date(Date.now() + 60_000).toISOString().slice(0, 16);

const ways: Record<string, (attempt: Attempt) => Promise<unknown>> = {
  Publish: ({ editor, type, draft, changed, locale }) => editor.publish(type, draft.documentId, changed, locale),
  'Save, then Publish': async ({ editor, type, draft, changed, locale }) => {
    await editor.save(type, draft.documentId, changed, locale);
    await editor.publish(type, draft.documentId, {}, locale);
  },
  'Publish of many': async ({ editor, type, draft, changed, locale }) => {
    await editor.save(type, draft.documentId, changed, locale);
    await editor.publishAll(type, [draft.documentId], [locale]);
  },
  Unpublish: ({ editor, type, draft, locale }) => editor.unpublish(type, draft.documentId, locale),
  'Unpublish of many': ({ editor, type, draft, locale }) => editor.unpublishAll(type, [draft.documentId], [locale]),
  'Delete in one language': ({ editor, type, draft, locale }) => editor.remove(type, draft.documentId, locale),
  'Delete everywhere': ({ editor, type, draft }) => editor.remove(type, draft.documentId),
  'Delete of many': ({ editor, type, draft, locale }) => editor.removeAll(type, [draft.documentId], locale),
  'a copy, published': async ({ editor, type, draft, locale }) => {
    const { id: _id, documentId: _documentId, key: _key, ...fields } = draft;
    return editor.publish(type, null, { ...fields, from: '/a-copy', symbol: 'COPIED' }, locale);
  },
  'an approval of nothing': ({ editor, subject }) => editor.gate('approve', { ...subject, seq: 1 }),
  'a submission, approved by its author': async ({ editor, type, draft, changed, subject, locale }) => {
    await editor.save(type, draft.documentId, changed, locale);
    await editor.gate('submit', { ...subject, comment: '' });
    const { decision } = await editor.gate<{ decision: { seq: number } }>(
      `state?${new URLSearchParams(subject).toString()}`,
    );
    await editor.gate('approve', { ...subject, seq: decision.seq });
  },
  'an emergency of one': async ({ editor, subject }) => {
    await editor.gate('emergency', { ...subject, reason: 'Alone' });
    await editor.gate('emergency', { ...subject, reason: 'Alone' });
  },
  'a release now': async ({ editor, subject }) => {
    const plan = { name: 'Alone', local: soon(), zone: 'UTC' };
    const items = [{ ...subject, action: 'withdraw' }];
    const { problem } = await editor.gate<{ problem: string }>('releases/try', { ...plan, items });
    if (problem) throw new Error(problem);
  },
};

let strapi: RunningStrapi;
const editors: StrapiEditor[] = [];

beforeAll(async () => {
  strapi = await startStrapi({ environment: { APPROVAL: 'on' } });
  const admin = await StrapiEditor.login(strapi.url);
  const publishers = ['English', 'Spanish', 'Italian'].map((language) => `Publisher, ${language}`);
  const names = ['English', 'Spanish', 'Italian'].map((language) => `Editor, ${language}`);
  editors.push(admin, await admin.colleague('publisher', publishers), await admin.colleague('editor', names));
}, 400_000);
afterAll(async () => {
  await strapi.stop();
});

/** Rows of the ledger that say that something became live, or that it is gone. */
function countLiveRows(): number {
  const database = new DatabaseSync(join(strapi.dataDir, 'content.db'), { readOnly: true });
  const { count } = database.prepare(`SELECT count(*) AS count FROM ledger WHERE state = 'live'`).get() as {
    count: number;
  };
  database.close();
  return count;
}

test('in 300 attempts, nothing becomes live without an approval', async () => {
  const before = countLiveRows();
  let attempts = 0;
  for (const { type, key, field, languages = ['en', 'es', 'it'] } of targets)
    for (const locale of languages)
      for (const editor of editors)
        for (const [name, act] of Object.entries(ways)) {
          const draft = await editor.draft(type, key, locale);
          const text = `${String(draft[field])}/x`;
          const subject = { uid: `api::${type}.${type}`, documentId: draft.documentId, locale };
          const attempt = { editor, type, draft, changed: { ...draft, [field]: text }, subject, locale };
          attempts += 1;
          // Some have no effect, and are not refused.
          await refused(act(attempt));
          expect(countLiveRows(), `${name}: ${type} in ${locale}`).toBe(before);
        }
  for (const [path, method] of [
    ['/api/pages', 'POST'],
    ['/api/pages/1', 'PUT'],
    ['/api/pages/1', 'DELETE'],
    ['/api/instrument-set', 'POST'],
    ['/api/redirects', 'POST'],
  ] as const)
    for (const authorization of [{}, { authorization: `Bearer ${apiToken}` }]) {
      const headers = { 'content-type': 'application/json', ...authorization };
      const response = await fetch(`${strapi.url}${path}`, { method, headers, body: '{"data":{"title":"x"}}' });
      expect([401, 403, 404, 405]).toContain(response.status);
      attempts += 1;
    }
  expect(attempts).toBeGreaterThan(300);
  expect(countLiveRows()).toBe(before);
}, 600_000);
