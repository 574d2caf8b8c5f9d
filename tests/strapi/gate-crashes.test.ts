/**
 * Random edits by several people at once, with kill -9 in between: what is live is always the newest version of the ledger, and what was confirmed
 * is in it. `KILLS=100` is the long run, of 10,000 edits.
 * @module-tag exhaustive
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';
import { startRandom } from '../start-random.ts';
import { StrapiEditor, type StrapiEntry } from './strapi-editor.ts';
import { type RunningStrapi, databaseEnvironment, startStrapi } from './strapi-process.ts';

const kills = Number(process.env['KILLS'] ?? 4);
const edits = 100 * kills;
const hands = 4;
const locales = ['en', 'es', 'it'] as const;
const targets = [
  { type: 'faq', keys: ['documents-needed', 'who-can-open', 'choosing-an-account'], field: 'question' },
  { type: 'tag', keys: ['gold', 'oil'], field: 'name' },
  { type: 'page', keys: ['forex', 'stocks', 'careers'], field: 'title' },
] as const;

function verify(strapi: RunningStrapi): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/ledger.mts', 'verify'], {
    cwd: cmsRoot,
    env: { ...process.env, CMS_DATA_DIR: strapi.dataDir, ...databaseEnvironment(strapi.postgres) },
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

test.each(['sqlite', 'postgres'] as const)(
  'after each crash, the ledger of %s is what is live',
  async (database) => {
    const strapi = await startStrapi({ database });
    const random = startRandom(11);
    const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
    const confirmed: { uid: string; documentId: string; locale: string; text: string }[] = [];
    let editor = await StrapiEditor.login(strapi.url);

    async function edit(index: number): Promise<void> {
      const { type, keys, field } = pick(targets);
      const [key, locale, action] = [pick(keys), pick(locales), random(10)];
      const draft: StrapiEntry = await editor.draft(type, key, locale);
      const text = `${String(draft[field]).replace(/ §.*/, '')} §${index}`;
      const changed = { ...draft, [field]: text };
      if (action < 4) await editor.save(type, draft.documentId, changed, locale);
      else if (action < 8) await editor.publish(type, draft.documentId, changed, locale);
      else if (action === 8) await editor.unpublish(type, draft.documentId, locale);
      else await editor.publishAll(type, [draft.documentId], [locale]);
      if (action < 8) confirmed.push({ uid: `api::${type}.${type}`, documentId: draft.documentId, locale, text });
    }

    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const indices = Array.from({ length: edits / kills }, (_, index) => kill * edits + index).values();
        let left = edits / kills - random(30);
        const work = async () => {
          for (const index of indices) {
            // Two edits of one document may refuse each other, and after the kill all fail.
            await edit(index).catch(() => undefined);
            left -= 1;
            if (left === 0) strapi.process.kill('SIGKILL');
          }
        };
        await Promise.all(Array.from({ length: hands }, work));
        if (strapi.process.signalCode === null) await once(strapi.process, 'exit');
        expect(verify(strapi)).toContain(' 0 faults');
        await strapi.restart();
        editor = await StrapiEditor.login(strapi.url);
      }
      expect(confirmed.length).toBeGreaterThan(edits / 4);
      for (const { text, ...subject } of confirmed.slice(-60)) {
        const { rows } = await editor.gate<{ rows: { seq: number; contentHash: string | null }[] }>(
          `history?${new URLSearchParams(subject).toString()}`,
        );
        const contents = await Promise.all(
          rows.map(async ({ seq }) => JSON.stringify(await editor.gate(`version/${seq}`))),
        );
        expect(contents.some((content) => content.includes(`${text}"`))).toBe(true);
      }
    } finally {
      await strapi.stop();
    }
  },
  150_000 * kills,
);
