/** Finds regular expression literals that need more than linear time, in code that processes content or visitors' input. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { listSourceFiles } from './project-files.ts';

/** Strapi's panel is left out: it reads what its own editor typed, in that editor's browser. */
const sources =
  /^(?:base|accounts|cms\/src(?!\/admin\/|\/plugins\/[^/]+\/(?:panel|admin)\/)|content|parts\/[^/]+\/(?!tools\/|tests\/)[^/]*|server|site)\/?.*(?<!\.test|\.d)\.(?:ts|tsx|mjs|js)$/;
/** Files whose expressions are not linear, each with the reason why its input does no harm. */
const bounded: Record<string, string> = {
  'parts/embed/frame/safe-markdown.ts':
    'all of Markdown in one expression, to be small; its input has at most 10 000 characters',
  'parts/archive/changed-words.ts': 'reads only pages that the site itself has rendered: each tag and script is closed',
};

interface Literal {
  source: string;
  flags: string;
  /** Offset in the file. */
  start: number;
}

/** Finds every regular expression literal below a node of a syntax tree. */
function* findLiterals(node: unknown): Generator<Literal> {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node && 'start' in node) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    yield { source: pattern, flags, start: Number(node.start) };
  } else for (const part of Object.values(node)) yield* findLiterals(part);
}

/** Describes the fault of an expression; null when its time is linear. Includes `Move`: a search that starts again at every character. */
function findSlowness({ source, flags }: Literal): string | null {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } });
  const worst = reports.find(({ exponential }) => exponential) ?? reports[0];
  return worst
    ? `${worst.type} of ${worst.exponential ? 'exponential' : 'quadratic'} time, fed ${JSON.stringify(worst.character.literal.source)}`
    : null;
}

/** @param root the folder of the project; the test passes a small one. */
export function checkExpressions(root: string): { expressions: number; findings: string[] } {
  let expressions = 0;
  const findings: string[] = [];
  for (const file of listSourceFiles(root).filter((name) => sources.test(name))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const literal of findLiterals(parseSync(file, text).program)) {
      expressions += 1;
      const slow = Object.hasOwn(bounded, file) ? null : findSlowness(literal);
      const line = text.slice(0, literal.start).split('\n').length;
      if (slow) findings.push(`${file}:${line} /${literal.source}/${literal.flags}: ${slow}`);
    }
  }
  return { expressions, findings };
}
