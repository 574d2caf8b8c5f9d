/** Builds what parts of the site add to it: those with a file `vite.config.ts` in their `tools/`, each into a folder of its name. */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../project-root.ts';

/** @param outside the folder of the results. */
export async function buildParts(outside: string, say: (line: string) => void = () => undefined): Promise<void> {
  for (const configFile of globSync('parts/*/tools/vite.config.ts', { cwd: projectRoot }).sort()) {
    const name = basename(dirname(dirname(configFile)));
    say(`building the part ${name}`);
    await build({
      root: projectRoot,
      configFile: join(projectRoot, configFile),
      logLevel: 'warn',
      build: { outDir: join(outside, name) },
    });
  }
}
