/** Who imports whom, in every source file of the project. The one parser of imports for the checks of arrows and of rooms. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles } from '../project-files.ts';

export interface Import {
  /** The path of a file of the project, `node:…`, or `node_modules/…`. */
  to: string;
  /** Only its types are imported: nothing is left of it at run time. */
  typeOnly: boolean;
  kind: 'file' | 'asset' | 'package' | 'development-package' | 'node' | 'missing';
}

/** A file → what it imports, each target once; it is of types only when every import of it is. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const sourceFile = /(?<!\.d)\.(?:tsx?|mts|mjs|js)$/;
export const testFile = /\.test\.tsx?$/;

/** As written, with whether it is for types only. */
function importsOf(file: string, text: string): { from: string; typeOnly: boolean }[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ from: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const written = /^'([^']+)'$/.exec(text.slice(start, end))?.[1];
      return written ? [{ from: written, typeOnly: false }] : [];
    }),
    // `typeof import('…')` and `import('…').Name` in the place of a type.
    ...[...text.matchAll(/(?<=\btypeof |[:<|&] ?)import\('([\w./@-]+)'\)/g)].map(([, from = '']) => ({
      from,
      typeOnly: true,
    })),
  ];
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** @param root the project; tests of the checks give one of their own. @param rooms its folders to be read. */
export function importGraph(root: string, rooms: readonly string[]): ImportGraph {
  const manifestFile = join(root, 'package.json');
  const manifest = (existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}) as Manifest;
  const files = new Set(
    rooms.filter((room) => existsSync(join(root, room))).flatMap((room) => projectFiles(root, join(root, room))),
  );

  function target(importer: string, from: string): Omit<Import, 'typeOnly'> {
    const written = from.replace(/\?.*$/, '');
    if (written.startsWith('node:')) return { to: written, kind: 'node' };
    if (/^\.{1,2}(?:\/|$)/.test(written)) {
      const to = posix.join(posix.dirname(importer), written);
      if (files.has(to)) return { to, kind: sourceFile.test(to) || to.endsWith('.d.ts') ? 'file' : 'asset' };
      return { to, kind: existsSync(join(root, to)) ? 'asset' : 'missing' };
    }
    const name = written.split('/', written.startsWith('@') ? 2 : 1).join('/');
    const to = `node_modules/${name}/${written.slice(name.length + 1)}`;
    if (!existsSync(join(root, 'node_modules', name))) return { to, kind: 'missing' };
    return {
      to,
      kind: manifest.devDependencies?.[name] && !manifest.dependencies?.[name] ? 'development-package' : 'package',
    };
  }

  const graph = new Map<string, Import[]>();
  for (const file of files) {
    if (!sourceFile.test(file)) continue;
    const targets = new Map<string, Import>();
    for (const { from, typeOnly } of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const found = target(file, from);
      targets.set(found.to, { ...found, typeOnly: typeOnly && (targets.get(found.to)?.typeOnly ?? true) });
    }
    graph.set(file, [...targets.values()]);
  }
  return graph;
}
