/** Writes the generated pictures of the demonstration. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDemoData } from './demo-data.ts';
import { demoPictures } from './pictures.ts';

/** @param folder of the content. @returns how many were written. @throws when what a picture is made from is missing; then none is written. */
export async function writeDemoPictures(folder: string): Promise<number> {
  const files = demoPictures(await readDemoData(folder));
  await Promise.all(files.map(([file, svg]) => writeFile(join(folder, 'media', file), svg)));
  return files.length;
}
