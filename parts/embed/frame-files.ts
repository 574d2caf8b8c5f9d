/** Reads the files that the build of the header and footer for other sites makes. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type StaticFile, createStaticFile, shortlived } from '../../server/assets/static-files.ts';
import { site as siteInFrame } from './frame/site-address.ts';

/** Reads them by name. Their links need this site's public origin, which the build does not know. */
export function readFrameFiles(folder: string, siteUrl: string): Map<string, StaticFile> {
  // The address becomes part of a script's string: `href` escapes characters that would end the string.
  const origin = new URL(siteUrl).href.replace(/(?<!\/)\/+$/, '');
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      const file = name.endsWith('.js') ? Buffer.from(bytes.toString('utf8').replaceAll(siteInFrame, origin)) : bytes;
      return [name, createStaticFile(file, name, shortlived)];
    }),
  );
}
