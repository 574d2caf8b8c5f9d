/** `npm run export -- DIR [--from URL] [--root PATH]`: copies a running site into files (docs/operating.md). */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportSite, readCopies, writeObjectList } from './export-site.ts';
import { writeNginxTwin } from './nginx-twin.ts';

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, root: { type: 'string' } },
  allowPositionals: true,
});
const [target] = positionals;
if (!target || positionals.length > 1) {
  console.error('  npm run export -- DIR [--from http://localhost:3000] [--root the path under which nginx finds DIR]');
  process.exit(2);
}
const folder = resolve(target);
const origin = values.from ?? `http://localhost:${process.env['PORT'] ?? '3000'}`;
const secret = process.env['STRAPI_WEBHOOK_SECRET'] ?? '';
try {
  const { pages, files, redirects, written, unchanged, removed } = await exportSite({
    origin,
    folder,
    secret,
    onProblem: (message) => console.error(`  ${message}`),
  });
  const copies = await readCopies(folder);
  await writeNginxTwin({ folder, root: values.root ?? folder, origin }, copies);
  await writeObjectList(folder, copies);
  console.log(`  ${pages} pages, ${files} other files, ${redirects} redirects in ${folder}`);
  console.log(`  ${written} written, ${unchanged} unchanged, ${removed} removed`);
  if (secret === '')
    console.log(
      '  Without STRAPI_WEBHOOK_SECRET the site does not name its redirects: those that no page links to are missing.',
    );
} catch (error) {
  console.error(`  Nothing was exported: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
