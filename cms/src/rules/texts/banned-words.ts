/**
 * Finds words that a text must not have (“Rules for texts” in the panel, `demo/content-rule-set.*.yaml`). `npm run check` finds them in `demo/` with the
 * same code, so this file imports nothing.
 */
export interface BannedWord {
  /** Separated by commas. `*` stands for the rest of a word, `#` for a number, `…` for some words of the same sentence. */
  words: string;
  /** Words that permit them in the same sentence, in the same notation: those that deny a claim, or use a word as a term of trading. */
  unless?: string | null;
  /** Whether the text cannot be published; otherwise its editor is warned. */
  refused?: boolean | null;
  reason: string;
}

export interface FoundWord {
  /** As in the text. */
  found: string;
  rule: BannedWord;
  /** From 1 on. */
  line: number;
}

interface Patterns {
  rule: BannedWord;
  words: RegExp;
  unless: RegExp | null;
}

const signs: Record<string, string> = {
  '*': String.raw`[\p{L}\p{N}]*`,
  '#': String.raw`\d+(?:[.,\u00a0\u202f ]\d+)*`,
  '%': String.raw`[\u00a0\u202f ]?%`,
  '…': String.raw`[^.!?;]{0,40}`,
  ' ': String.raw`\s+`,
  '’': `['’]`,
};

/** @returns null when the list is empty. */
function compile(list: string | null | undefined): RegExp | null {
  const written = (list ?? '')
    .replaceAll(/\s+/g, ' ')
    .split(',')
    .map((words) => words.trim())
    .filter((words) => words !== '');
  if (written.length === 0) return null;
  const patterns = written.map((words) =>
    words
      .replaceAll(/ ?… ?/g, '…')
      .replaceAll("'", '’')
      .replaceAll(/[\\^$.*+?()[\]{}|/#%… ’]/g, (sign) => signs[sign] ?? `\\${sign}`),
  );
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`, 'giu');
}

const compiled = new WeakMap<readonly BannedWord[], Patterns[]>();

function compileAll(rules: readonly BannedWord[]): Patterns[] {
  const known = compiled.get(rules);
  if (known) return known;
  const patterns = rules.flatMap((rule) => {
    const words = compile(rule.words);
    return words ? [{ rule, words, unless: compile(rule.unless) }] : [];
  });
  compiled.set(rules, patterns);
  return patterns;
}

/** Cuts out the sentence around a position, because a denial only counts within the same sentence. */
function sentenceAround(line: string, at: number): string {
  const start = Math.max(...['. ', '! ', '? ', '; '].map((end) => line.lastIndexOf(end, at))) + 1;
  const rest = line.slice(at).search(/[.!?;](?:\s|$)/);
  return line.slice(start, rest < 0 ? undefined : at + rest);
}

/** At most one for each rule and line. @param rules the same array in every call, so that they are compiled once. */
export function findBannedWords(text: string, rules: readonly BannedWord[]): FoundWord[] {
  return text.split('\n').flatMap((line, index) =>
    compileAll(rules).flatMap(({ rule, words, unless }) => {
      const match = [...line.matchAll(words)].find(({ index: at }) => {
        if (!unless) return true;
        unless.lastIndex = 0;
        return !unless.test(sentenceAround(line, at));
      });
      return match ? [{ found: match[0], rule, line: index + 1 }] : [];
    }),
  );
}
