/** Finds regular expression literals that need more than linear time, in code that processes content or visitors' input. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';

export interface ExpressionReport {
  expressions: number;
  findings: string[];
}

const folders = ['accounts', 'cms/src', 'content', 'server', 'site'];
/** Files whose expressions cannot be made linear, each with what bounds their input instead. */
const bounded: Record<string, string> = {
  'site/embed/safe-markdown.ts':
    'the whole of Markdown in one expression, to be small; it is given 10 000 characters at most',
};
/** Generated files, and those of other projects. */
const ignored = /(?:^|\/)(?:node_modules|dist|generated)\//;

function sourceFiles(root: string): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter(
          (name) =>
            /\.(?:ts|tsx|mjs|js)$/.test(name) &&
            !name.endsWith('.d.ts') &&
            !ignored.test(name) &&
            !/\.test\.tsx?$/.test(name),
        ),
    );
}

/** Every regular expression literal of a file, with its line from 1. */
function literalsOf(file: string, text: string): { source: string; flags: string; line: number }[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { source: string; flags: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * What is wrong with an expression; null when its time is linear. Includes `Move`: a search that starts again at every character.
 */
export function slowness(source: string, flags: string): string | null {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } });
  const [worst] = [...reports].sort((one, other) => Number(other.exponential) - Number(one.exponential));
  return worst
    ? `${worst.type} of ${worst.exponential ? 'exponential' : 'quadratic'} time, fed ${JSON.stringify(worst.character.literal.source)}`
    : null;
}

/** @param root the folder of the project; the test passes a small one. */
export function checkExpressions(root: string): ExpressionReport {
  const all = sourceFiles(root).flatMap((file) =>
    literalsOf(file, readFileSync(join(root, file), 'utf8')).map((literal) => ({ file, ...literal })),
  );
  const findings = all.flatMap(({ file, line, source, flags }) => {
    const slow = slowness(source, flags);
    return slow === null || Object.hasOwn(bounded, file) ? [] : [`${file}:${line} /${source}/${flags}: ${slow}`];
  });
  return { expressions: all.length, findings };
}
