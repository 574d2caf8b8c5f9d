/** Checks texts of the content: banned words, placeholders, quoted texts, images without an `alt`, and titles and descriptions for search engines. */
import type { Locale } from '../../../content/locales.ts';

interface BannedWord {
  locale: Locale;
  word: RegExp;
  why: string;
  /** Permits the word in a sentence that matches: one that denies the claim, or uses the word as a term of trading. */
  unless?: RegExp;
}

const claim = 'the demonstration brand never claims this (demo/FACTS.md)';
const voice = 'a word that says nothing (demo/README.md, Voice)';

const bannedWords: BannedWord[] = [
  { locale: 'en', word: /\b(?:unlock|journey|seamless|empower)\w*/i, why: voice },
  { locale: 'en', word: /\baward[- ]?winning\b|\b(?:won|winner|winners) .{0,40}\bawards?\b/i, why: claim },
  { locale: 'en', word: /\bbest\b/i, why: claim, unless: /\bbest (?:available|bid|ask|price)|[“"']best[”"']/i },
  {
    locale: 'en',
    word: /\bguarante\w*/i,
    why: claim,
    unless: /\b(?:no|not|never|neither|nothing|without|refuse)\b|order type|(?:price|execution) guaranteed\b/i,
  },
  {
    locale: 'en',
    word: /\b\d[\d.,  ]*\+? ?(?:thousand |million )?(?:happy )?(?:clients|customers|traders) (?:trust|trade|worldwide|have)\b/i,
    why: claim,
  },
  { locale: 'en', word: /\d ?% of (?:our |retail )?(?:investor|client|account|trader)s?\b.{0,40}\blos/i, why: claim },
  { locale: 'es', word: /\b(?:desbloque|empoder)\w*|\bsin fisuras\b|\btu viaje\b/i, why: voice },
  { locale: 'es', word: /\b(?:galardon\w*|premiad[oa]s?)\b/i, why: claim },
  {
    locale: 'es',
    word: /\b(?:el|la|los|las) mejor(?:es)?\b/i,
    why: claim,
    unless: /mejor (?:precio|bid|ask)|«los mejores»/i,
  },
  {
    locale: 'es',
    word: /\bgarantiza\w*/i,
    why: claim,
    unless:
      /\b(?:no|ning[uú]n|ninguna|nunca|nada|sin|ni|rechaza\w*)\b|tipo de orden|(?:precio|ejecución) garantizad[oa]/i,
  },
  {
    locale: 'es',
    word: /\b\d[\d.,  ]*\+? ?(?:mil |millones de )?(?:clientes|traders|inversores) (?:confían|operan|satisfechos|en todo)/i,
    why: claim,
  },
  { locale: 'es', word: /\d ?% de (?:las cuentas|los (?:clientes|inversores|traders)).{0,40}\bp[ie]erd/i, why: claim },
  {
    locale: 'it',
    word: /\b(?:sblocc\w*|potenzia(?:te|ti|re)|senza soluzione di continuità|Suo viaggio)\b/i,
    why: voice,
  },
  { locale: 'it', word: /\b(?:premiat[oaie]|pluripremiat[oaie])\b/i, why: claim },
  {
    locale: 'it',
    word: /(?:\b(?:il|la|i|le|lo|gli) |\bl['’])miglior(?:e|i)?\b/i,
    why: claim,
    unless: /miglior (?:prezzo|bid|ask)|«migliori»/i,
  },
  {
    locale: 'it',
    word: /\bgaranti(?:sc|t)\w*/i,
    why: claim,
    unless:
      /\b(?:no|non|nessun[oa]?|mai|niente|senza|né|rifiut\w*)\b|tipo di ordine|(?:prezzo|esecuzione) garantit[oa]/i,
  },
  {
    locale: 'it',
    word: /\b\d[\d.,  ]*\+? ?(?:mila |milioni di )?(?:clienti|trader|investitori) (?:si fidano|operano|soddisfatti|in tutto)/i,
    why: claim,
  },
  { locale: 'it', word: /\d ?% (?:dei (?:conti|clienti|trader)|degli investitori).{0,40}\bperd/i, why: claim },
];

export interface TextFinding {
  line: number;
  message: string;
}

/** The sentence around a position in a line: a denial only counts within the same sentence. */
function sentenceAround(line: string, at: number): string {
  const start = Math.max(...['. ', '! ', '? ', '; '].map((end) => line.lastIndexOf(end, at))) + 1;
  const rest = line.slice(at).search(/[.!?;](?:\s|$)/);
  return line.slice(start, rest < 0 ? undefined : at + rest);
}

/** Banned words of a locale in a text; at most one finding per rule and line. */
export function bannedWordsIn(text: string, locale: Locale): TextFinding[] {
  const rules = bannedWords.filter((rule) => rule.locale === locale);
  return text.split('\n').flatMap((line, index) =>
    rules.flatMap(({ word, why, unless }): TextFinding[] => {
      const found = [...line.matchAll(new RegExp(word, `${word.flags}g`))].find(
        (match) => !unless?.test(sentenceAround(line, match.index)),
      );
      if (!found) return [];
      return [{ line: index + 1, message: `“${found[0]}”: ${why}` }];
    }),
  );
}

/** The `[[placeholders]]` of a text: facts that only the broker knows. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\[\[(.+?)\]\]/g)].map((match) => match[1] ?? '');
}

/** Paths of texts that are entirely in quotation marks: the file quotes them twice, so visitors would see the inner marks. */
export function quotedTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /^"[^"]*"$/.test(value) ? [path.replace(/^\./, '')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => quotedTexts(item, `${path}.${key}`));
}

/** Paths of images (`{ file: … }`) without an `alt`. An empty `alt` is a decision, an absent one is an omission. */
export function imagesWithoutAlt(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => imagesWithoutAlt(item, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return [];
  if ('file' in value) return typeof (value as { alt?: unknown }).alt === 'string' ? [] : [path.replace(/^\./, '')];
  return Object.entries(value).flatMap(([key, item]) => imagesWithoutAlt(item, `${path}.${key}`));
}

/** Search results must show titles and descriptions in full. */
export const titleLength = { min: 25, max: 60 };
export const descriptionLength = { min: 70, max: 160 };

const characters = new Intl.Segmenter();

/** The length in characters as a reader counts them (graphemes). */
function countCharacters(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/** @returns a sentence when a text is too short or too long. */
export function lengthFinding(what: string, text: string, { min, max }: { min: number; max: number }): string[] {
  const length = countCharacters(text);
  return length < min || length > max ? [`${what} has ${length} characters, not ${min} to ${max}: “${text}”`] : [];
}

export interface PageHead {
  locale: string;
  path: string;
  title: string;
  description: string;
}

/** Titles and descriptions that several pages of one language share. */
export function duplicateFindings(heads: readonly PageHead[]): string[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const groups = Map.groupBy(heads, (head) => `${head.locale}\n${head[field]}`);
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => `${group.map(({ path }) => path).join(', ')} share the ${field} “${group[0]?.[field] ?? ''}”`);
  });
}
