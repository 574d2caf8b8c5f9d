/** Writes a ZIP file part by part: only one file of it is in memory at a time. Without the additions for more than 4 GB or 65 535 files. */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export interface ZipFile {
  /** With `/` between folders. */
  name: string;
  bytes: Buffer;
}

const compress = promisify(deflateRaw);
const limits = { files: 65_535, bytes: 0xff_ff_ff_ff };
const version = 20;
const deflated = 8;
/** Names are UTF-8. */
const flags = 0x08_00;
/** 1 January 1980, midnight: the same content gives the same bytes. */
const day = 0x00_21;

/** The fields that a file has both before its bytes and in the directory. */
function writeFields(name: Buffer, packed: Buffer, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** @throws when the ZIP would become too large; what was written is then no ZIP. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const packed = await compress(bytes);
    const encoded = Buffer.from(name);
    const fields = writeFields(encoded, packed, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.of(version, 0), fields, place, encoded]));
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, encoded]);
    offset += head.length + packed.length;
    if (offset > limits.bytes || directory.length > limits.files) throw new Error('The ZIP would become too large.');
    yield head;
    yield packed;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  yield central;
  yield end;
}
