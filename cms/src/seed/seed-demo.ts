/**
 * Fills an empty Strapi with the demonstration content, and applies later changes of the folder to documents that editors have
 * not touched. `SEED=off` skips this; `SEED=overwrite` writes everything again, even over editors' work.
 */
import { seeding } from '../rules/document-call';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { contentTypes, localeCodes, type Attributes } from '../setup/content-types';
import { demoDir } from '../setup/environment';
import { readJournal, writeJournal } from './journal';
import { MediaLibrary } from './media-library';
import { folderHash, inOrder, readDocuments } from './read-demo';
import { SeedRun } from './seed-run';

export async function seedDemo(strapi: Core.Strapi): Promise<void> {
  if (process.env.SEED === 'off') return;
  if (!existsSync(demoDir)) {
    strapi.log.warn(`No demonstration content: ${demoDir} does not exist (DEMO_DIR).`);
    return;
  }
  const started = Date.now();
  const journal = await readJournal(strapi);
  const folder = folderHash(demoDir);
  if (journal.folder === folder && process.env.SEED !== 'overwrite') {
    strapi.log.info(`Demonstration content is unchanged (${Date.now() - started} ms).`);
    return;
  }
  strapi.log.info(`Seeding from ${demoDir} …`);
  const problems: string[] = [];
  const media = new MediaLibrary(strapi, path.join(demoDir, 'media'), journal.media);
  const components = strapi.components as unknown as Record<string, { attributes: Attributes }>;
  const run = new SeedRun(strapi, journal, media, components, problems, process.env.SEED === 'overwrite');
  await seeding.run(true, async () => {
    for (const type of inOrder(contentTypes(strapi), components)) {
      const byLocale = localeCodes.map((locale) =>
        readDocuments(demoDir, type, locale, components, (text) => problems.push(text)),
      );
      await run.write(type, byLocale.flat());
      await writeJournal(strapi, journal);
    }
    await media.refresh();
  });
  journal.finished = true;
  journal.folder = problems.length === 0 ? folder : null;
  await run.recordDates();
  await writeJournal(strapi, journal);
  for (const problem of problems) strapi.log.warn(`Seed: ${problem}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const rest = `${run.kept} kept as editors left them, ${problems.length} problems.`;
  strapi.log.info(`Seeded ${run.written} texts and ${media.count} files in ${seconds} s; ${rest}`);
}
