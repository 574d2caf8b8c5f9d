/** The tree that something new is put into. Whatever cannot be done is said before the first file is written. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locales } from '../../content/locales.ts';
import { type Names, filledIn } from './names.ts';

export class Tree {
  /** Path → its new text. Nothing is on the disk until `write`. */
  readonly #files = new Map<string, string>();
  readonly #names: Names;
  readonly #root: string;

  /** @param root the project; the test gives a copy. */
  constructor(root: string, names: Names) {
    this.#root = root;
    this.#names = names;
  }

  #read(path: string): string {
    return this.#files.get(path) ?? readFileSync(join(this.#root, path), 'utf8');
  }

  /** A new file from a template of `scripts/new/templates/`. @throws when it is there already. */
  create(path: string, template: string): void {
    if (existsSync(join(this.#root, path))) throw new Error(`${path} exists already.`);
    this.#files.set(
      path,
      filledIn(readFileSync(join(import.meta.dirname, 'templates', template), 'utf8'), this.#names),
    );
  }

  /** Puts a text before the first match. @throws when the file has changed so much that its place is not found. */
  insertBefore(path: string, place: RegExp, text: string): void {
    const before = this.#read(path);
    const index = before.search(place);
    if (index < 0)
      throw new Error(`${path} has no place like ${String(place)} any more; \`scripts/new\` has to learn the new one.`);
    this.#files.set(path, before.slice(0, index) + filledIn(text, this.#names) + before.slice(index));
  }

  /** An import at its place: after the last one of the file. */
  addImport(path: string, text: string): void {
    const before = this.#read(path);
    const last = [...before.matchAll(/^import .*$/gm)].at(-1);
    const end = last ? last.index + last[0].length + 1 : 0;
    this.#files.set(path, before.slice(0, end) + filledIn(text, this.#names) + before.slice(end));
  }

  /** Message keys in every language, in English words: the compiler wants them, and a person has to translate them. */
  addMessages(keys: readonly string[]): void {
    for (const locale of locales) {
      const path = `site/i18n/messages/${locale}.json`;
      const messages = JSON.parse(this.#read(path)) as Record<string, unknown>;
      if (messages[this.#names.camel]) throw new Error(`${path} has a “${this.#names.camel}” already.`);
      messages[this.#names.camel] = Object.fromEntries(keys.map((key) => [key, this.#names.words]));
      this.#files.set(path, `${JSON.stringify(messages, null, 2)}\n`);
    }
  }

  replace(path: string, place: RegExp, text: (match: string) => string): void {
    const before = this.#read(path);
    if (!place.test(before))
      throw new Error(`${path} has no place like ${String(place)} any more; \`scripts/new\` has to learn the new one.`);
    this.#files.set(path, before.replace(place, text));
  }

  /** @returns the paths that were written. */
  write(): string[] {
    for (const [path, text] of this.#files) {
      const file = join(this.#root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return [...this.#files.keys()];
  }
}
