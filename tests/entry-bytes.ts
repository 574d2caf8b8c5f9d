/** Measures what a part of the browser's entry costs: builds the entry with it and without it. */
import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { vi } from 'vitest';
import { projectRoot } from '../tools/project-root.ts';

const draws = 40;

/**
 * Brotli bytes of the entry, as a mean over many random chunk names. The entry names its lazy chunks by hashes, which change with every
 * byte of theirs; with a single set of names the difference of two entries is off by up to 18 bytes.
 */
function meanBytes(code: string): number {
  let sum = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    sum += brotliCompressSync(
      code.replace(/-[\w-]{8}\.js/g, () => `-${randomBytes(6).toString('base64url')}.js`),
    ).length;
  }
  return sum / draws;
}

/** Builds the entry. @param leftOut names of functions; removes every line of `site/browser/entry.ts` that contains one of them. */
async function builtEntry(leftOut: readonly string[]): Promise<string> {
  const leaveOut = {
    name: 'leave-out',
    transform: (code: string, id: string) =>
      id.endsWith('/site/browser/entry.ts')
        ? code
            .split('\n')
            .filter((line) => !leftOut.some((name) => line.includes(name)))
            .join('\n')
        : null,
  };
  const built = (await build({
    root: projectRoot,
    logLevel: 'silent',
    plugins: [leaveOut],
    build: { write: false },
  })) as { output: { type: string; name?: string; isEntry?: boolean; code?: string }[] };
  return built.output.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'entry')?.code ?? '';
}

/** @returns mean brotli bytes of the entry as the build makes it, one value for each list of left-out functions. */
export async function entryBytes(...leftOut: (readonly string[])[]): Promise<number[]> {
  // Otherwise Vite would make a development build, whose bytes differ from those that visitors get.
  vi.stubEnv('NODE_ENV', 'production');
  try {
    return (await Promise.all(leftOut.map(builtEntry))).map(meanBytes);
  } finally {
    vi.unstubAllEnvs();
  }
}
