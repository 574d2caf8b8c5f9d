/** An editor at work: calls the same endpoints as the admin panel. */
import { strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import { administrator } from './strapi-process.ts';

export interface StrapiEntry {
  documentId: string;
  id: number;
  [field: string]: unknown;
}

type Fields = Record<string, unknown>;

interface TextProblem {
  path: (string | number)[];
  message: string;
}

interface RulesAnswer {
  refused: TextProblem[];
  warned: TextProblem[];
}

/** Also the rules for texts, which the site does not read. */
const isSingle = (type: string) => type === 'content-rule-set' || strapiTypeNamed(type)?.single === true;

/** Strapi closes a connection that was idle for five seconds, on a busy machine just when the next request leaves. */
const ownConnection = { connection: 'close' };

export class StrapiEditor {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async login(url: string, who: { email: string; password: string } = administrator): Promise<StrapiEditor> {
    const response = await fetch(`${url}/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ownConnection },
      body: JSON.stringify(who),
    });
    const body = (await response.json()) as { data?: { token?: string } };
    if (!body.data?.token) throw new Error(`no login: ${response.status} ${JSON.stringify(body)}`);
    return new StrapiEditor(url, body.data.token);
  }

  /** Creates another user of the panel, with roles by their names. Only an administrator may do that. */
  async colleague(name: string, roleNames: string[]): Promise<StrapiEditor> {
    const roles = (await this.#call('GET', '/admin/roles')).data as unknown as { id: number; name: string }[];
    const who = { email: `${name}@veldstone.example`, password: administrator.password };
    const created = await this.#call('POST', '/admin/users', {
      email: who.email,
      firstname: name,
      lastname: 'Tests',
      roles: roles.filter((role) => roleNames.includes(role.name)).map(({ id }) => id),
    });
    await this.#call('PUT', `/admin/users/${created.data?.id}`, { password: who.password, isActive: true });
    return StrapiEditor.login(this.#url, who);
  }

  /** Creates a role with these actions, which have no subject. Only an administrator may do that. */
  async role(name: string, actions: string[]): Promise<void> {
    const { data } = await this.#call('POST', '/admin/roles', { name, description: name });
    const permissions = actions.map((action) => ({ action, subject: null, properties: {}, conditions: [] }));
    await this.#call('PUT', `/admin/roles/${data?.id}/permissions`, { permissions });
  }

  async #call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ data?: StrapiEntry; results?: StrapiEntry[] } & Fields> {
    const form = body instanceof FormData;
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...ownConnection,
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 15_000)}`);
    return text ? (JSON.parse(text) as Fields) : {};
  }

  /** An API token with some actions, e.g. `api::instrument.instrument.update`. Only an administrator may create one. */
  async apiToken(name: string, permissions: string[]): Promise<string> {
    const token = { name, description: '', type: 'custom', lifespan: null, permissions };
    return String((await this.#call('POST', '/admin/api-tokens', token)).data?.['accessKey']);
  }

  /** What the panel reads about a type before it shows a form: the required fields, which it checks by itself, and the layout. */
  async form(type: string): Promise<{ required: string[]; shown: string[]; listed: string[] }> {
    const uid = `api::${type}.${type}`;
    const { data: types } = (await this.#call('GET', '/content-manager/content-types')) as unknown as {
      data: { uid: string; attributes: Record<string, { required?: boolean }> }[];
    };
    const configuration = (await this.#call('GET', `/content-manager/content-types/${uid}/configuration`))
      .data as unknown as { contentType: { layouts: { edit: { name: string }[][]; list: string[] } } };
    const { edit, list } = configuration.contentType.layouts;
    const attributes = Object.entries(types.find((one) => one.uid === uid)?.attributes ?? {});
    return {
      required: attributes.filter(([, { required }]) => required).map(([name]) => name),
      shown: edit.flat().map(({ name }) => name),
      listed: list,
    };
  }

  /**
   * The address that the panel suggests for an empty address field: automatically where the field is required, and when somebody clicks its
   * arrow.
   */
  async suggestedAddress(type: string, fields: Fields, locale = 'en'): Promise<string> {
    const body = { contentTypeUID: `api::${type}.${type}`, field: 'slug', data: { id: '', ...fields } };
    return (await this.#call('POST', `/content-manager/uid/generate?locale=${locale}`, body)).data as unknown as string;
  }

  #path(type: string): string {
    const single = isSingle(type);
    return `/content-manager/${single ? 'single' : 'collection'}-types/api::${type}.${type}`;
  }

  /** The draft with all its parts. @throws when the document does not exist in the language. */
  async draft(type: string, key: string, locale = 'en'): Promise<StrapiEntry> {
    if (isSingle(type)) return (await this.#call('GET', `${this.#path(type)}?locale=${locale}`)).data as StrapiEntry;
    const found = await this.#call('GET', `${this.#path(type)}?locale=${locale}&filters[key][$eq]=${key}`);
    const documentId = found.results?.[0]?.documentId;
    if (!documentId) throw new Error(`${type} ${key} is not in Strapi in ${locale}`);
    return (await this.#call('GET', `${this.#path(type)}/${documentId}?locale=${locale}`)).data as StrapiEntry;
  }

  /** The drafts of all documents of a type in a language, with all their parts. */
  async drafts(type: string, locale: string): Promise<StrapiEntry[]> {
    if (isSingle(type)) return [await this.draft(type, type, locale)];
    const { results = [] } = await this.#call('GET', `${this.#path(type)}?locale=${locale}&pageSize=100`);
    const read = ({ documentId }: StrapiEntry) =>
      this.#call('GET', `${this.#path(type)}/${documentId}?locale=${locale}`);
    const found: StrapiEntry[] = [];
    for (const one of results) found.push((await read(one)).data as StrapiEntry);
    return found;
  }

  #target(type: string, documentId: string | null): string {
    return isSingle(type) || !documentId ? this.#path(type) : `${this.#path(type)}/${documentId}`;
  }

  /** What the panel “Rules” says beside a form with these values. */
  async askRules(type: string, documentId: string | null, values: Fields, locale = 'en'): Promise<RulesAnswer> {
    const question = { uid: `api::${type}.${type}`, documentId, locale, values };
    return (await this.#call('POST', '/content-rules/check', question)) as unknown as RulesAnswer;
  }

  /** What the panel gets for the page beside a form with these values. */
  async typedPreview(
    type: string,
    documentId: string | null,
    values: Fields,
    locale = 'en',
  ): Promise<Record<'frame' | 'address' | 'values', string>> {
    const question = { uid: `api::${type}.${type}`, documentId, locale, values };
    return (await this.#call('POST', '/gate/typed-preview', question)) as unknown as Record<
      'frame' | 'address' | 'values',
      string
    >;
  }

  async save(type: string, documentId: string | null, fields: Fields, locale = 'en'): Promise<StrapiEntry> {
    const method = documentId || isSingle(type) ? 'PUT' : 'POST';
    return (await this.#call(method, `${this.#target(type, documentId)}?locale=${locale}`, sentBack(fields)))
      .data as StrapiEntry;
  }

  /** @param documentId null to create and publish with one click. */
  async publish(type: string, documentId: string | null, fields: Fields = {}, locale = 'en'): Promise<StrapiEntry> {
    return (
      await this.#call('POST', `${this.#target(type, documentId)}/actions/publish?locale=${locale}`, sentBack(fields))
    ).data as StrapiEntry;
  }

  /** Changes fields of a document and publishes it. */
  async edit(type: string, key: string, locale: string, change: (draft: StrapiEntry) => Fields): Promise<StrapiEntry> {
    const draft = await this.draft(type, key, locale);
    return this.publish(type, draft.documentId, change(draft), locale);
  }

  async unpublish(type: string, documentId: string, locale = 'en'): Promise<void> {
    await this.#call('POST', `${this.#target(type, documentId)}/actions/unpublish?locale=${locale}`, {});
  }

  /** The bulk action of the panel's list for the ticked rows. */
  async unpublishAll(type: string, documentIds: string[], locales: readonly string[]): Promise<void> {
    for (const locale of locales)
      await this.#call('POST', `${this.#path(type)}/actions/bulkUnpublish?locale=${locale}`, { documentIds, locale });
  }

  /** The bulk action of the panel's list for the ticked rows. @throws when one of them is refused. */
  async publishAll(type: string, documentIds: string[], locales: readonly string[]): Promise<void> {
    for (const locale of locales)
      await this.#call('POST', `${this.#path(type)}/actions/bulkPublish?locale=${locale}`, { documentIds, locale });
  }

  /** The panel's Duplicate: a form filled from the source and saved as another document. */
  async duplicate(type: string, sourceId: string, fields: Fields, locale = 'en'): Promise<StrapiEntry> {
    const copy = (
      await this.#call('POST', `${this.#path(type)}/clone/${sourceId}?locale=${locale}`, {
        ...(withoutRows(fields) as Fields),
        locale,
      })
    ).data;
    return copy as StrapiEntry;
  }

  /** What the panel asks of the gate. @param body given for a step of an approval, else the answer is read. */
  async gate<Answer = Fields>(path: string, body?: Fields): Promise<Answer> {
    return (await this.#call(body ? 'POST' : 'GET', `/gate/${path}`, body)) as Answer;
  }

  /** The actions that the panel permits to this user. */
  async rights(): Promise<string[]> {
    return ((await this.#call('GET', '/admin/users/me/permissions')).data as unknown as { action: string }[]).map(
      ({ action }) => action,
    );
  }

  /** Restores and publishes a language of a document after its deletion. Links to other documents are not restored. */
  async writeAgain(type: string, draft: StrapiEntry, locale: string): Promise<void> {
    const saved = await this.save(type, draft.documentId, withoutRows(draft) as Fields, locale);
    await this.publish(type, saved.documentId, {}, locale);
  }

  /** The panel's page “New page”. @param from the name of a pattern, or the id of a page. */
  async newPage(wish: { title: string; path: string; locales: string[]; from: string }): Promise<StrapiEntry> {
    return (await this.#call('POST', '/gate/new-page', wish)) as unknown as StrapiEntry;
  }

  /** “Duplicate” in the panel's list. */
  async duplicateFromList(type: string, documentId: string): Promise<StrapiEntry> {
    return (await this.#call('POST', `${this.#path(type)}/auto-clone/${documentId}`, {})).data as StrapiEntry;
  }

  /** @param locale one language, or `*` for the whole document. */
  async remove(type: string, documentId: string, locale = '*'): Promise<void> {
    await this.#call('DELETE', `${this.#target(type, documentId)}?locale=${locale}`);
  }

  /** The published row. @throws when there is none. */
  async published(type: string, key: string, locale: string): Promise<StrapiEntry> {
    const found = await this.#call(
      'GET',
      `${this.#path(type)}?locale=${locale}&status=published&filters[key][$eq]=${key}`,
    );
    if (!found.results?.[0]) throw new Error(`${type} ${key} is not published in ${locale}`);
    return found.results[0];
  }

  /** The bulk action of the panel's list for the ticked rows. */
  async removeAll(type: string, documentIds: string[], locale: string): Promise<void> {
    await this.#call('POST', `${this.#path(type)}/actions/bulkDelete?locale=${locale}`, { documentIds, locale });
  }

  /** Files in the media library with this name. */
  async files(name: string): Promise<StrapiEntry[]> {
    return (await this.#call('GET', `/upload/files?filters[name][$eq]=${name}`)).results ?? [];
  }

  /** Creates a folder in the media library. @returns its id. */
  async folder(name: string): Promise<number> {
    return (await this.#call('POST', '/upload/folders', { name, parent: null })).data?.id ?? 0;
  }

  async describe(file: number, fileInfo: Fields): Promise<void> {
    await this.#call('PUT', `/upload/files/${file}`, { fileInfo });
  }

  async removeFile(file: number): Promise<void> {
    await this.#call('DELETE', `/upload/files/${file}`);
  }

  async removeFiles(fileIds: number[], folderIds: number[] = []): Promise<void> {
    await this.#call('POST', '/upload/actions/bulk-delete', { fileIds, folderIds });
  }

  /**
   * @param replaces id of the file to replace.
   * @param into more fields of the upload, which attach the file to an entry; the panel never sends them.
   */
  async upload(
    name: string,
    bytes: Buffer,
    contentType: string,
    replaces?: number,
    into: Record<string, string> = {},
  ): Promise<StrapiEntry> {
    const form = new FormData();
    for (const [field, value] of Object.entries(into)) form.set(field, value);
    form.set('files', new Blob([new Uint8Array(bytes)], { type: contentType }), name);
    form.set('fileInfo', JSON.stringify({ name, alternativeText: name, caption: '', folder: null }));
    const answer = (await this.#call('POST', replaces ? `/upload?id=${replaces}` : '/upload', form)) as unknown;
    return (Array.isArray(answer) ? answer[0] : answer) as StrapiEntry;
  }
}

/** Removes the fields that the panel reads but does not send back. */
export function sentBack({ status: _status, localizations: _localizations, ...sent }: Fields): Fields {
  return sent;
}

/** @returns status and message of a refusal as one text, `done` when the action succeeds. */
export function refused(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

interface Refusal {
  status: number;
  message: string;
  /** For each field, the message that the panel shows next to it. */
  fields: Record<string, string>;
}

/** @returns Strapi's refusal of an action. @throws when Strapi accepts it, or when it fails otherwise. */
export async function expectRefusal(action: Promise<unknown>): Promise<Refusal> {
  const failure = await action.then(
    () => null,
    (error: unknown) => error as Error,
  );
  if (!failure) throw new Error('It was not refused.');
  const [, status = '', body = ''] = /: (\d{3}) (\{.*)$/s.exec(failure.message) ?? [];
  if (!body) throw failure;
  const { error } = JSON.parse(body) as {
    error: { message: string; details?: { errors?: { path: string[]; message: string }[] } };
  };
  return {
    status: Number(status),
    message: error.message,
    fields: Object.fromEntries((error.details?.errors ?? []).map(({ path, message }) => [path.join('.'), message])),
  };
}

const ofRows = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'status',
]);

/** A draft without the ids and dates that tie it to deleted rows; files stay. */
function withoutRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRows);
  if (typeof value !== 'object' || value === null || 'mime' in value) return value;
  // Strapi returns a relation as a count.
  if ('count' in value && Object.keys(value).length === 1) return undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ofRows.has(name))
      .map(([name, field]) => [name, withoutRows(field)]),
  );
}
