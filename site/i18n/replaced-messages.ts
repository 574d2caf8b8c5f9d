/** Editors' words in place of the site's own messages. The rule of the panel refuses what is skipped here (`cms/src/rules/texts/interface-words.ts`). */
import type { Locale } from '../../content/locales.ts';
import { editableMessages } from './editable-messages.ts';

/** The content's `InterfaceWordSet`. */
export interface ReplacedWords {
  locale: Locale;
  words: readonly { message: string; text: string }[];
}

interface MessageTree {
  [key: string]: string | MessageTree;
}

/** Excludes plurals, dates and tags, which need the library, and quotes, which escape braces. */
const onlyNames = /^[^{}<'#]*(?:\{\w+\}[^{}<'#]*)*$/;

/** Splits a message into its texts and its names in turn; null for a message that contains more than names. */
export function splitMessage(message: string): readonly string[] | null {
  return onlyNames.test(message) ? message.split(/[{}]/) : null;
}

/** Lists the names of a message in the order of the alphabet, each once; null for a message that contains more than names. */
function listNames(message: string): string | null {
  const names = splitMessage(message)?.filter((_, index) => index % 2 === 1);
  return names ? [...new Set(names)].sort().join(' ') : null;
}

const editable: ReadonlySet<string> = new Set(editableMessages.flatMap(({ keys }) => keys));

/** Returns messages with the words of editors. A word with other names than the message, or for no editable message, is skipped. */
export function replaceMessages<Tree extends object>(messages: Tree, words: ReplacedWords['words']): Tree {
  const replaced = structuredClone(messages);
  for (const { message, text } of words) {
    if (!editable.has(message)) continue;
    const path = message.split('.');
    const last = path.pop() ?? '';
    let parent: MessageTree = replaced as MessageTree;
    for (const part of path) parent = parent[part] as MessageTree;
    const own = parent[last];
    const written = text.replaceAll("'", '’');
    const hasNames = typeof own === 'string' && listNames(written) !== null && listNames(written) === listNames(own);
    if (hasNames) parent[last] = written;
  }
  return replaced;
}
