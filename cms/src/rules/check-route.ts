/**
 * `POST /content-rules/check`: what would be refused of the values in a form of the panel, and what its editor should know, for the panel “Rules”
 * beside the form. Asks the same functions as a save and a publication.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  contentTypes,
  defaultLocale,
  documents,
  localeCodes,
  populateAll,
  type Attributes,
  type ContentType,
  type Entry,
  type Fields,
} from '../setup/content-types';
import { findSaveProblems } from './document-rules';
import { tellFields } from './field-names';
import type { Problem } from './problem';
import { findPublishProblems } from './publish-rules';
import { may } from './publish-rights';
import { findWarnings } from './texts/text-warnings';

export interface Question {
  type: ContentType;
  documentId: string | undefined;
  locale: string | undefined;
  values: Fields;
}

interface Answer {
  refused: Problem[];
  warned: Problem[];
}

export function registerCheckRoute(strapi: Core.Strapi): void {
  const handler = ({ request }: { request: { body?: Fields } }) =>
    check(strapi, readRequest(strapi, request.body ?? {}));
  strapi.server.routes({
    type: 'admin',
    prefix: '/content-rules',
    routes: [
      {
        method: 'POST',
        path: '/check',
        handler,
        info: { pluginName: 'content-manager' },
        config: { policies: ['admin::isAuthenticatedAdmin'] },
      },
    ],
  });
}

/** @throws a 400 for what no form sends, a 403 for a type or language that the user may not read. */
export function readRequest(strapi: Core.Strapi, { uid, documentId, locale, values }: Fields): Question {
  const type = contentTypes(strapi).find((one) => one.uid === uid);
  if (!type || typeof values !== 'object' || values === null || Array.isArray(values))
    throw new errors.ValidationError('Send the uid of a type and the values of its form.');
  const language = type.localized ? (localeCodes.find((code) => code === locale) ?? defaultLocale) : undefined;
  if (!may(strapi, 'read', type.uid, language ?? null)) throw new errors.ForbiddenError();
  return {
    type,
    documentId: typeof documentId === 'string' ? documentId : undefined,
    locale: language,
    values: values as Fields,
  };
}

async function check(strapi: Core.Strapi, question: Question): Promise<Answer> {
  const { type, locale } = question;
  const { uid } = type;
  const draft = await findDraft(strapi, question);
  const documentId = draft?.documentId;
  const document = asPublished(type.attributes, draft, question);
  // A rule may replace what an editor wrote by what is stored, so each works on a copy.
  const copy = () => structuredClone(document);
  const refused = [
    ...(await findSaveProblems(strapi, { uid, documentId, locale, data: copy() })),
    ...(await findPublishProblems(strapi, { uid, documentId, document: copy() })),
    ...(await findSchemaProblems(strapi, type, documentId, document)),
  ];
  return { refused: unique(refused), warned: unique(await findWarnings(strapi, { uid, documentId, document })) };
}

async function findDraft(strapi: Core.Strapi, { type, documentId, locale }: Question): Promise<Entry | null> {
  if (!documentId && !type.single) return null;
  return documents(strapi, type.uid).findFirst({
    ...(documentId ? { filters: { documentId } } : {}),
    status: 'draft',
    ...(locale ? { locale } : {}),
    populate: await populateAll(strapi, type.uid),
  });
}

interface Connected {
  connect?: { documentId?: string }[];
  disconnect?: unknown[];
}

/** The draft with the values of the form: what would be published. The form sends only the changes of a relation. */
function asPublished(attributes: Attributes, draft: Entry | null, { locale, values }: Question): Fields {
  const document: Fields = { ...draft, ...(locale ? { locale } : {}) };
  for (const [name, { type, relation }] of Object.entries(attributes)) {
    if (!(name in values)) continue;
    if (type !== 'relation') document[name] = values[name];
    else if (!relation?.endsWith('Many')) {
      const { connect = [], disconnect = [] } = (values[name] ?? {}) as Connected;
      if (connect.length > 0) document[name] = connect.at(-1);
      else if (disconnect.length > 0) document[name] = null;
    }
  }
  return document;
}

/** What Strapi itself would refuse: fields that are empty, too long or of another form. */
async function findSchemaProblems(
  strapi: Core.Strapi,
  { uid, attributes, localized }: ContentType,
  documentId: string | undefined,
  document: Fields,
): Promise<Problem[]> {
  const checked = Object.entries(attributes).filter(([name, { type }]) => type !== 'relation' && name !== 'key');
  // Strapi takes a field that is not given for one that stays, and an empty text for a text; the form takes it for a field that is missing.
  const given = Object.fromEntries(checked.map(([name]) => [name, document[name] ?? null]));
  const data = JSON.parse(JSON.stringify(given, (_, value: unknown) => (value === '' ? null : value))) as typeof given;
  const language = localized ? { locale: String(document.locale) } : {};
  // The live row has the same values in fields that no other document may repeat.
  const live = documentId
    ? await documents(strapi, uid).findFirst({ filters: { documentId }, status: 'published', ...language })
    : null;
  // Strapi's type has every kind of value that a field may have.
  const entity = (live ?? {}) as Parameters<typeof strapi.entityValidator.validateEntityUpdate>[3];
  const options = { isDraft: false, ...language };
  try {
    await strapi.entityValidator.validateEntityUpdate(strapi.contentType(uid), data, options, entity);
    return [];
  } catch (error) {
    return tellFields(strapi, uid, error, document)?.map(({ path, message }) => ({ path, message })) ?? [];
  }
}

const unique = (problems: Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [`${problem.path.join('.')} ${problem.message}`, problem])).values(),
];
