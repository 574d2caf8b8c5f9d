/** Puts the demonstration's pictures into the media library, each once: the same name with other content replaces the file. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { LocaleCode } from '../setup/content-types';
import { sha } from './read-demo';

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** By name in the media library: its id there, the demonstration's file, and what was last written of it. */
export type KeptMedia = Record<string, { id: number; file: string; sha: string; alt: string }>;

interface StoredFile {
  id: number;
  alternativeText: string | null;
}
interface Uploads {
  upload(request: Record<string, unknown>): Promise<StoredFile[]>;
  replace(id: number, request: Record<string, unknown>): Promise<unknown>;
  updateFileInfo(id: number, info: { alternativeText: string }): Promise<unknown>;
}

export class MediaLibrary {
  private readonly ready = new Map<string, number>();
  private readonly uploads: Uploads;
  /** Text of each file name as it was first asked for; another text for a list item gets a file name of its own. */
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly strapi: Core.Strapi,
    private readonly folder: string,
    private readonly kept: KeptMedia,
  ) {
    this.uploads = strapi.plugin('upload').service('upload') as unknown as Uploads;
  }

  get count(): number {
    return this.ready.size;
  }

  async id(file: string, alt: string, own: boolean, locale: LocaleCode): Promise<number | null> {
    if (!existsSync(path.join(this.folder, file))) return null;
    const first = this.texts.get(file) ?? (await this.stored(file))?.alternativeText ?? alt;
    this.texts.set(file, first);
    const { name, ext } = path.parse(file);
    const wanted = own && first !== alt ? `${name}.${locale}${ext}` : file;
    const known = this.ready.get(wanted);
    if (known !== undefined) return known;
    const id = await this.put(wanted, file, own ? alt : first);
    this.ready.set(wanted, id);
    return id;
  }

  /** A picture may change while no text that shows it does. */
  async refresh(): Promise<void> {
    for (const [name, { file }] of Object.entries(this.kept)) {
      if (!this.ready.has(name) && existsSync(path.join(this.folder, file)) && (await this.stored(name)))
        await this.put(name, file, null);
    }
  }

  /** `alt` null: leave the text as it is. An editor's text stays in any case. */
  private async put(name: string, file: string, alt: string | null): Promise<number> {
    const source = path.join(this.folder, file);
    const content = sha(readFileSync(source));
    const present = await this.stored(name);
    const before = this.kept[name];
    if (present && before && alt !== null && before.alt !== alt && present.alternativeText === before.alt) {
      await this.uploads.updateFileInfo(present.id, { alternativeText: alt });
      present.alternativeText = alt;
      before.alt = alt;
    }
    if (present && before?.sha === content) return present.id;
    const upload = {
      filepath: source,
      originalFilename: name,
      mimetype: types[path.extname(name)],
      size: statSync(source).size,
    };
    const alternativeText = present?.alternativeText ?? alt ?? '';
    const data = { fileInfo: { name, alternativeText } };
    if (present) await this.uploads.replace(present.id, { data, file: upload });
    const id = present?.id ?? (await this.uploads.upload({ data, files: upload }))[0]?.id;
    if (id === undefined) throw new Error(`Strapi did not take ${name}.`);
    this.kept[name] = { id, file, sha: content, alt: alt ?? before?.alt ?? '' };
    return id;
  }

  /** What the seed put there, by name as well as by id: an import gives other ids, and an editor's file may have the same name. */
  private async stored(name: string): Promise<StoredFile | null> {
    const before = this.kept[name];
    if (!before) return null;
    const found: StoredFile[] = await this.strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { name }, orderBy: { id: 'asc' } });
    return found.find(({ id }) => id === before.id) ?? found[0] ?? null;
  }
}
