/** Collects changes to the source tree and writes them all at the end, so that an error leaves every file unchanged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locales } from '../../content/locales.ts';

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Spells a name in every style: `open-days` in addresses and files, `OpenDays` in components, `openDays` in code and messages, `Open days` in texts.
 * @throws with a message for the user when the name cannot be in an address and a file name.
 */
export function spellName(name: string) {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new Error(
      `“${name}” is not a name: write small letters and digits, words joined by hyphens, such as “open-days”.`,
    );
  const parts = name.split('-');
  const pascal = parts.map(capitalize).join('');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: parts.join('_'),
    words: capitalize(parts.join(' ')),
  };
}

type Names = ReturnType<typeof spellName>;

export interface Created {
  /** Paths of the files. */
  written: string[];
  /** Tasks that remain for the developer. */
  next: string[];
}

/** A file of `tools/new/templates/`. */
export function readTemplate(name: string): string {
  return readFileSync(join(import.meta.dirname, 'templates', name), 'utf8');
}

export class Tree {
  readonly names: Names;
  /** Path → its new text, until `write` puts it on the disk. */
  readonly #files = new Map<string, string>();
  readonly #root: string;

  /** @param root the project; the test passes a copy. @throws as `spellName` does. */
  constructor(root: string, name: string) {
    this.#root = root;
    this.names = spellName(name);
  }

  /** Replaces `__kebab__`, `__Pascal__`, `__camel__`, `__snake__` and `__words__`. */
  #fill(text: string): string {
    return text.replaceAll(
      /__(kebab|pascal|camel|snake|words)__/gi,
      (_, spelling: string) => this.names[spelling.toLowerCase() as keyof Names],
    );
  }

  /** Adds a file from a template. @param parts fill its further `__marks__`. @throws when the file exists already. */
  create(path: string, template: string, parts: Readonly<Record<string, string>> = {}): void {
    this.add(
      path,
      readTemplate(template).replaceAll(/__(\w+?)__/g, (mark, part: string) => parts[part] ?? mark),
    );
  }

  /** Adds a file with this text, in which names are filled in. @throws when the file exists already. */
  add(path: string, text: string): void {
    if (existsSync(join(this.#root, path))) throw new Error(`${path} exists already.`);
    this.#files.set(path, this.#fill(text));
  }

  /** The text of a file as it will be written. */
  read(path: string): string {
    return this.#files.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  /** Replaces the first match. @throws when the file has no match any more. */
  replace(path: string, pattern: RegExp, text: (match: string) => string): void {
    const before = this.read(path);
    if (!pattern.test(before))
      throw new Error(`${path} does not match ${String(pattern)} any more; \`tools/new\` needs a new pattern.`);
    this.#files.set(
      path,
      before.replace(pattern, (match) => this.#fill(text(match))),
    );
  }

  /** Inserts a text before the first match. @throws as `replace` does. */
  insertBefore(path: string, pattern: RegExp, text: string): void {
    this.replace(path, pattern, (match) => text + match);
  }

  /** Adds an import after the last one of the file. */
  addImport(path: string, text: string): void {
    this.replace(path, /^(?:[^]*\n)?import .*\n/, (imports) => imports + text);
  }

  /**
   * Adds message keys in every language, with English words: the compiler requires them, and a person has to translate them.
   * @throws when they exist.
   */
  addMessages(keys: readonly string[]): void {
    const { camel, words } = this.names;
    for (const locale of locales) {
      const path = `site/i18n/messages/${locale}.json`;
      const messages = JSON.parse(this.read(path)) as Record<string, unknown>;
      if (messages[camel]) throw new Error(`${path} has a “${camel}” already.`);
      messages[camel] = Object.fromEntries(keys.map((key) => [key, words]));
      this.#files.set(path, `${JSON.stringify(messages, null, 2)}\n`);
    }
  }

  /** Writes all changes. @returns the written paths. */
  write(): string[] {
    for (const [path, text] of this.#files) {
      const file = join(this.#root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return [...this.#files.keys()];
  }
}
