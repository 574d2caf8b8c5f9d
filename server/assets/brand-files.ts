/** Reads the brand files for the fixed addresses that browsers request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StaticFile, daily, createStaticFile } from './static-files.ts';

const names: Record<string, string> = {
  '/favicon.svg': 'favicon.svg',
  '/favicon.ico': 'favicon-32.png',
  '/apple-touch-icon.png': 'apple-touch-icon.png',
  '/icon-192.png': 'icon-192.png',
  '/icon-512.png': 'icon-512.png',
};

/** Reads the files. @param root folder of the project. @returns the files by their address. @throws when a file is missing. */
export function readBrandFiles(root: string): [address: string, file: StaticFile][] {
  const read = (name: string) => createStaticFile(readFileSync(join(root, 'demo/media', name)), name, daily);
  return Object.entries(names).map(([address, name]) => [address, read(name)]);
}
