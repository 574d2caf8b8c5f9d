/** Writes a ZIP file part by part: only one file of it is in memory at a time. Without the additions for more than 4 GB or 65 535 files. */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipFile {
  /** With `/` between folders. */
  name: string;
  bytes: Buffer;
}

const compress = promisify(deflateRaw);
const limits = { files: 65_535, bytes: 0xff_ff_ff_ff };
const deflated = 8;
/** The first day that a ZIP can have: the same content gives the same bytes. */
const day = new Date(1980, 0, 1);

/** @throws when the ZIP would become too large; what was written is then no ZIP. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void, void> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    written.push(part);
  });
  let count = 0;
  let size = 0;
  for await (const { name, bytes } of files) {
    const packed = await compress(bytes);
    const file: ZipInputFile = {
      filename: name,
      size: bytes.length,
      crc: crc32(bytes),
      compression: deflated,
      mtime: day,
    };
    zip.add(file);
    file.ondata?.(null, packed, true);
    count += 1;
    for (const part of written) size += part.length;
    if (size > limits.bytes || count > limits.files) throw new Error('The ZIP would become too large.');
    yield* written;
    written = [];
  }
  zip.end();
  yield* written;
}
