/** Rules for the words of the interface that editors replace. `interface-words.json` has what they may replace (`scripts/site-languages.mts`). */
import interfaceWords from './interface-words.json';
import type { Problem } from '../problem';
import { countCharacters } from './text-lengths';

type Words = Record<string, string>;
interface Replaced {
  message?: unknown;
  text?: unknown;
}

const found = new Map<string, Words>(interfaceWords.flatMap(({ words }) => words.map(({ key, own }) => [key, own])));
const names = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))];
/** Buttons and headings have room for some more characters, not for any number. */
const longest = (own: string): number => 2 * countCharacters(own) + 20;

/** @param document the words of one language. */
export function findInterfaceWordProblems({ words, locale }: Record<string, unknown>): Problem[] {
  const list = (Array.isArray(words) ? words : []) as Replaced[];
  return list.flatMap(({ message, text }, index): Problem[] => {
    const tell = (field: 'message' | 'text', sentence: string) => [
      { path: ['words', index, field], message: sentence },
    ];
    const key = String(message ?? '');
    const own = found.get(key)?.[String(locale ?? 'en')];
    if (own === undefined)
      return key ? tell('message', `The site has no words “${key}”: choose some from the list.`) : [];
    const first = list.findIndex((one) => one.message === message);
    if (first < index) return tell('message', `“${own}” is replaced twice: remove one of the two.`);
    return typeof text === 'string' ? findTextProblems(own, text).flatMap((sentence) => tell('text', sentence)) : [];
  });
}

function findTextProblems(own: string, text: string): string[] {
  const missing = names(own).filter((name) => !text.includes(name));
  const unknown = names(text).filter((name) => !own.includes(name));
  const rest = text.replace(/\{\w+\}/g, '').match(/[{}<#]/)?.[0];
  const most = longest(own);
  return [
    ...missing.map((name) => `${name} is missing: the site writes a value there. Its own words are “${own}”.`),
    ...unknown.map((name) => `The site has no value for ${name} here: remove it. Its own words are “${own}”.`),
    ...(rest ? [`The sign ${rest} cannot be shown here: remove it.`] : []),
    ...(countCharacters(text) > most
      ? [`These words have ${countCharacters(text)} characters; there is room for ${most}.`]
      : []),
  ];
}
