/** Builds the import graph of all source files. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { listSourceFiles } from './project-files.ts';

export interface Import {
  /** The path of a file of the project, `node:…`, or `node_modules/…`. */
  to: string;
  /** Imports only types, so it does not exist at run time. */
  typeOnly: boolean;
  kind: 'file' | 'asset' | 'package' | 'development-package' | 'node';
}

/** Maps a file to its imports, each target once. A target is type-only when the file imports only types from it. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const sourceFile = /(?<!\.d)\.(?:tsx?|mts|mjs|js)$/;
export const testFile = /\.test\.tsx?$/;

/** Lists the import specifiers of a file. @throws when the file cannot be parsed. */
function parseImports(file: string, text: string): { from: string; typeOnly: boolean }[] {
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
      const specifier = /^'([^']+)'$/.exec(text.slice(start, end))?.[1];
      return specifier ? [{ from: specifier, typeOnly: false }] : [];
    }),
    // `typeof import('…')` and `import('…').Name` used as types.
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

/**
 * Builds the graph.
 * @param root the folder of the project; tests pass a small one.
 * @param roots the folders to read; those that do not exist have no files.
 * @throws when a source file cannot be parsed.
 */
export function importGraph(root: string, roots: readonly string[]): ImportGraph {
  const manifestFile = join(root, 'package.json');
  const manifest = (existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}) as Manifest;
  const files = new Set(
    roots
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) => listSourceFiles(root, join(root, folder))),
  );

  function resolveImport(importer: string, from: string): Omit<Import, 'typeOnly'> {
    const specifier = from.replace(/\?.*$/, '');
    if (specifier.startsWith('node:')) return { to: specifier, kind: 'node' };
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
      const to = posix.join(posix.dirname(importer), specifier);
      // Strapi's TypeScript names modules without their extension.
      const module = [`${to}.ts`, `${to}.tsx`].find((file) => files.has(file));
      if (module) return { to: module, kind: 'file' };
      if (files.has(to)) return { to, kind: sourceFile.test(to) || to.endsWith('.d.ts') ? 'file' : 'asset' };
      return { to, kind: 'asset' };
    }
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const to = `node_modules/${name}/${specifier.slice(name.length + 1)}`;
    return {
      to,
      kind: manifest.devDependencies?.[name] && !manifest.dependencies?.[name] ? 'development-package' : 'package',
    };
  }

  const graph = new Map<string, Import[]>();
  for (const file of files) {
    if (!sourceFile.test(file)) continue;
    const targets = new Map<string, Import>();
    for (const { from, typeOnly } of parseImports(file, readFileSync(join(root, file), 'utf8'))) {
      const found = resolveImport(file, from);
      targets.set(found.to, { ...found, typeOnly: typeOnly && (targets.get(found.to)?.typeOnly ?? true) });
    }
    graph.set(file, [...targets.values()]);
  }
  return graph;
}
