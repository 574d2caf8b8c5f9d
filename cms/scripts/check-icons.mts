/** Icon fields are enumerations in JSON; this fails when they and the site's list of icons differ. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { iconNames } from '../../content/icon-names.ts';

const folder = path.join(import.meta.dirname, '..', 'src', 'components');
const fields = globSync('**/*.json', { cwd: folder }).flatMap((file) => {
  const { attributes } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
    attributes: { icon?: { enum: string[] } };
  };
  return attributes.icon ? [{ file, names: attributes.icon.enum }] : [];
});
const wrong = fields.filter(({ names }) => names.join() !== iconNames.join());
for (const { file } of wrong) console.error(`${file}: its icons are not those of content/icon-names.ts.`);
if (fields.length === 0) console.error('No icon field was found: the check looks in the wrong place.');
process.exit(wrong.length > 0 || fields.length === 0 ? 1 : 0);
