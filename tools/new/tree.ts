/** Collects changes to the source tree and writes them all at the end, so that an error leaves every file as it was. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locales } from '../../content/locales.ts';
import { type Names, filledIn } from './names.ts';

export class Tree {
  /** Path → its new text, until `write` puts it on the disk. */
  readonly #files = new Map<string, string>();
  readonly #names: Names;
  readonly #root: string;

  /** @param root the project; the test passes a copy. */
  constructor(root: string, names: Names) {
    this.#root = root;
    this.#names = names;
  }

  #read(path: string): string {
    return this.#files.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  /** Adds a file from a template of `tools/new/templates/`. @param change completes the template. @throws when the file exists already. */
  create(path: string, template: string, change = (text: string) => text): void {
    this.add(path, change(readFileSync(join(import.meta.dirname, 'templates', template), 'utf8')));
  }

  /** Adds a file with this text, in which names are filled in. @throws when the file exists already. */
  add(path: string, text: string): void {
    if (existsSync(join(this.#root, path))) throw new Error(`${path} exists already.`);
    this.#files.set(path, filledIn(text, this.#names));
  }

  /** The text of a file as it will be written. */
  text(path: string): string {
    return this.#read(path);
  }

  /** Inserts a text before the first match. @throws when the file has no match any more. */
  insertBefore(path: string, place: RegExp, text: string): void {
    const before = this.#read(path);
    const index = before.search(place);
    if (index < 0)
      throw new Error(`${path} has no place like ${String(place)} any more; \`tools/new\` has to learn the new one.`);
    this.#files.set(path, before.slice(0, index) + filledIn(text, this.#names) + before.slice(index));
  }

  /** Adds an import after the last one of the file. */
  addImport(path: string, text: string): void {
    const before = this.#read(path);
    const last = [...before.matchAll(/^import .*$/gm)].at(-1);
    const end = last ? last.index + last[0].length + 1 : 0;
    this.#files.set(path, before.slice(0, end) + filledIn(text, this.#names) + before.slice(end));
  }

  /** Adds message keys in every language, with English words: the compiler requires them, and a person has to translate them. @throws when they exist. */
  addMessages(keys: readonly string[]): void {
    for (const locale of locales) {
      const path = `site/i18n/messages/${locale}.json`;
      const messages = JSON.parse(this.#read(path)) as Record<string, unknown>;
      if (messages[this.#names.camel]) throw new Error(`${path} has a “${this.#names.camel}” already.`);
      messages[this.#names.camel] = Object.fromEntries(keys.map((key) => [key, this.#names.words]));
      this.#files.set(path, `${JSON.stringify(messages, null, 2)}\n`);
    }
  }

  /** Replaces the first match. @throws when the file has no match any more. */
  replace(path: string, place: RegExp, text: (match: string) => string): void {
    const before = this.#read(path);
    if (!place.test(before))
      throw new Error(`${path} has no place like ${String(place)} any more; \`tools/new\` has to learn the new one.`);
    this.#files.set(path, before.replace(place, text));
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
