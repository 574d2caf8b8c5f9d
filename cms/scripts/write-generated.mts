/** Writes a generated file of this package. With `--check` the scripts compare it instead. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param command the npm script that writes the file. @throws with `--check` when the file has other content. */
export function writeGenerated(file: string, value: unknown, command: string): void {
  const target = path.join(import.meta.dirname, '..', file);
  const text = `${JSON.stringify(value, null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text)
    throw new Error(`${file} does not match its sources; run \`npm run ${command}\`.`);
}
