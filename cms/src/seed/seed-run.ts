/** One run of the seed over the documents of each type: creates them, adds their languages, publishes them and records them in the journal. */
import type { Core } from '@strapi/strapi';
import {
  defaultLocale,
  documents,
  type ApiUid,
  type Attributes,
  type ContentType,
  type Documents,
} from '../setup/content-types';
import type { Journal } from './journal';
import type { MediaLibrary } from './media-library';
import type { DemoDocument } from './read-demo';
import { emptied, toStrapi, type Resolver } from './to-strapi';

interface Present {
  documentId: string;
  updatedAt: string;
}

export class SeedRun {
  written = 0;
  kept = 0;
  /** Strapi's id of each document, by `type/key`. */
  private readonly ids = new Map<string, string>();
  private readonly types: ContentType[] = [];
  /** Documents that nobody had changed since the seed last wrote them, as found before this run. */
  private readonly untouched = new Set<string>();
  /** Faults of the current document. */
  private faults: string[] = [];

  constructor(
    private readonly strapi: Core.Strapi,
    private readonly journal: Journal,
    private readonly media: MediaLibrary,
    private readonly components: Record<string, { attributes: Attributes }>,
    private readonly problems: string[],
    private readonly overwrite: boolean,
  ) {}

  async write(type: ContentType, list: DemoDocument[]): Promise<void> {
    const started = Date.now();
    const before = this.written;
    const present = await this.present(type);
    for (const [name, { documentId, updatedAt }] of present) {
      this.ids.set(`${type.name}/${name.split('/')[0]}`, documentId);
      if (this.journal.documents[`${type.name}/${name}`]?.updatedAt === updatedAt)
        this.untouched.add(`${type.name}/${name}`);
    }
    this.types.push(type);
    const later: DemoDocument[] = [];
    for (const document of list) {
      if (!this.mayWrite(document, present)) continue;
      const whole = await this.guarded(document, () => this.put(type, document, present, false));
      if (whole && hasSelfRelation(type, document)) later.push(document);
    }
    for (const document of later) await this.guarded(document, () => this.put(type, document, present, true));
    const texts = this.written - before;
    if (texts > 0)
      this.strapi.log.info(`  ${type.pluralName}: ${texts} texts (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }

  /** Records the dates after everything is written, because writing one language touches the others. */
  async recordDates(): Promise<void> {
    for (const type of this.types) {
      for (const [name, { updatedAt }] of await this.present(type)) {
        const entry = this.journal.documents[`${type.name}/${name}`];
        if (entry && (entry.updatedAt === '' || this.untouched.has(`${type.name}/${name}`)))
          entry.updatedAt = updatedAt;
      }
    }
  }

  /** Drafts by `key/locale`, as they are before this run writes. */
  private async present(type: ContentType): Promise<Map<string, Present>> {
    const fields = ['updatedAt', ...(type.single ? [] : ['key']), ...(type.localized ? ['locale'] : [])];
    const where = type.localized ? { locale: '*' } : {};
    const rows = await this.documents(type).findMany({ status: 'draft', fields, ...where, limit: 100_000 });
    const found = new Map<string, Present>();
    for (const { documentId, updatedAt, key, locale } of rows) {
      const name = `${type.single ? type.name : String(key)}/${String(locale ?? defaultLocale)}`;
      found.set(name, { documentId, updatedAt: new Date(updatedAt).toISOString() });
    }
    return found;
  }

  private mayWrite(document: DemoDocument, present: Map<string, Present>): boolean {
    const entry = this.journal.documents[journalName(document)];
    const there = present.get(`${document.source.id}/${document.locale}`);
    if (this.overwrite) return true;
    if (entry?.hash === document.hash) return false;
    const untouched = entry
      ? entry.updatedAt === '' || this.untouched.has(journalName(document))
      : !there || !this.journal.finished;
    if (!untouched) this.kept += 1;
    return untouched;
  }

  private async put(
    type: ContentType,
    document: DemoDocument,
    present: Map<string, Present>,
    withSelf: boolean,
  ): Promise<void> {
    const { source, locale } = document;
    const attributes = withSelf ? type.attributes : withoutSelf(type);
    const data = await toStrapi(
      withSelf ? source : omit(source, selfRelations(type)),
      attributes,
      this.resolver(document, this.strapi.contentType(type.uid).info.displayName),
    );
    const name = `${type.name}/${source.id}`;
    const documentId = this.ids.get(name);
    const common = { ...(type.localized ? { locale } : {}), status: 'published' };
    if (documentId) {
      const here = present.has(`${source.id}/${locale}`) || withSelf;
      await this.documents(type).update({
        documentId,
        ...common,
        data: here ? { ...emptied(attributes, data), ...data } : data,
      });
    } else {
      this.ids.set(name, (await this.documents(type).create({ ...common, data })).documentId);
    }
    if (!withSelf) this.written += 1;
    this.journal.documents[journalName(document)] = { hash: document.hash, updatedAt: '' };
  }

  /** A bad document must not stop the others. Its hash is not stored, so the next start retries it. @returns false when it failed. */
  private async guarded(document: DemoDocument, action: () => Promise<void>): Promise<boolean> {
    this.faults = [];
    try {
      await action();
    } catch (error) {
      this.faults.push(explain(error));
    }
    if (this.faults.length === 0) return true;
    this.problems.push(`${place(document)}: ${this.faults.join('; ')}`);
    this.journal.documents[journalName(document)] = { hash: '', updatedAt: '' };
    return false;
  }

  private resolver(document: DemoDocument, kind: string): Resolver {
    return {
      components: this.components,
      media: (file, alt, own) => this.media.id(file, alt, own, document.locale, kind),
      document: (target, key) => this.ids.get(`${target.split('.')[1] ?? target}/${key}`) ?? null,
      problem: (text) => this.faults.push(text),
    };
  }

  private documents(type: ContentType): Documents {
    return documents(this.strapi, type.uid as ApiUid);
  }
}

const journalName = ({ type, source, locale }: DemoDocument) => `${type}/${source.id}/${locale}`;
const place = ({ file, source }: DemoDocument) => (file.includes(source.id) ? file : `${file} (${source.id})`);

const selfRelations = (type: ContentType) =>
  Object.keys(type.attributes).filter((name) => type.attributes[name]?.target === type.uid);
const hasSelfRelation = (type: ContentType, { source }: DemoDocument) =>
  selfRelations(type).some((name) => [source[name]].flat().some(Boolean));
const omit = <T extends object>(value: T, names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T;
const withoutSelf = (type: ContentType) => omit(type.attributes, selfRelations(type));

interface Refusal {
  message?: string;
  details?: { errors?: { path?: unknown[]; message?: string }[] };
}

/** Strapi's validation errors have one entry per field; for any other error, returns its message. */
function explain(error: unknown): string {
  const { message, details } = error as Refusal;
  const fields = details?.errors?.map((one) => `${one.path?.join('.') ?? ''} ${one.message ?? ''}`.trim());
  return fields?.length ? fields.join('; ') : String(message ?? error);
}
