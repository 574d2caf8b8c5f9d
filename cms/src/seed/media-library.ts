/**
 * Puts the demonstration's pictures into the media library, each once, into a folder named after the kind of document that first shows it. New
 * content under the same name replaces the file.
 */
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

/** By name in the media library: the id there, the demonstration's file, and the content hash and alternative text last written. */
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

interface Folders {
  create(folder: { name: string; parent: null }): Promise<{ id: number }>;
}

export class MediaLibrary {
  private readonly ready = new Map<string, number>();
  private readonly uploads: Uploads;
  /** The first alternative text requested for each file. A list item with another text gets a separate file name. */
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

  /** @param kind name of the folder for a new file. */
  async id(file: string, alt: string, own: boolean, locale: LocaleCode, kind: string): Promise<number | null> {
    if (!existsSync(path.join(this.folder, file))) return null;
    const first = this.texts.get(file) ?? (await this.stored(file))?.alternativeText ?? alt;
    this.texts.set(file, first);
    const { name, ext } = path.parse(file);
    const wanted = own && first !== alt ? `${name}.${locale}${ext}` : file;
    const known = this.ready.get(wanted);
    if (known !== undefined) return known;
    const id = await this.put(wanted, file, own ? alt : first, kind);
    this.ready.set(wanted, id);
    return id;
  }

  /** Updates pictures that changed although no text that shows them did. */
  async refresh(): Promise<void> {
    for (const [name, { file }] of Object.entries(this.kept)) {
      if (!this.ready.has(name) && existsSync(path.join(this.folder, file)) && (await this.stored(name)))
        await this.put(name, file, null);
    }
  }

  /** @param alt null leaves the text as it is. Never overwrites a text that an editor wrote. @throws when Strapi does not accept the file. */
  private async put(name: string, file: string, alt: string | null, kind = ''): Promise<number> {
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
    const data = { fileInfo: { name, alternativeText, folder: present ? undefined : await this.folderId(kind) } };
    if (present) await this.uploads.replace(present.id, { data, file: upload });
    const id = present?.id ?? (await this.uploads.upload({ data, files: upload }))[0]?.id;
    if (id === undefined) throw new Error(`Strapi did not take ${name}.`);
    this.kept[name] = { id, file, sha: content, alt: alt ?? before?.alt ?? '' };
    return id;
  }

  private async folderId(name: string): Promise<number> {
    const where = { name, parent: { id: { $null: true } } };
    const present: { id: number } | null = await this.strapi.db.query('plugin::upload.folder').findOne({ where });
    const folders = this.strapi.plugin('upload').service('folder') as unknown as Folders;
    return (present ?? (await folders.create({ name, parent: null }))).id;
  }

  /** Finds a file of the seed by name and id: an import changes ids, and an editor's file may have the same name. */
  private async stored(name: string): Promise<StoredFile | null> {
    const before = this.kept[name];
    if (!before) return null;
    const found: StoredFile[] = await this.strapi.db
      .query('plugin::upload.file')
      .findMany({ where: { name }, orderBy: { id: 'asc' } });
    return found.find(({ id }) => id === before.id) ?? found[0] ?? null;
  }
}
