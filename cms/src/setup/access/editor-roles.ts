/**
 * Creates roles of the panel, one of each kind per language, so that a person may be editor in Spanish only. People
 * may have several. Created once: afterwards administrators manage them in the panel (Settings, Roles).
 *
 * | role | may |
 * |---|---|
 * | Editor | write, change and delete drafts, and manage media |
 * | Translator | write and change drafts of what is translated; add media |
 * | Publisher | all that an editor may; publish and unpublish |
 * | Approver | read and publish what others wrote; write nothing |
 *
 * And one for all languages: Compliance reads everything, and what stood on the site; it changes nothing.
 */
import type { Core } from '@strapi/strapi';
import {
  contentTypes,
  defaultLocale,
  languageNames,
  localeCodes,
  type ContentType,
  type LocaleCode,
} from '../content-types';

const kinds = ['Editor', 'Translator', 'Publisher', 'Approver'] as const;
type Kind = (typeof kinds)[number];
/** Those of the first installations. */
const firstKinds: readonly string[] = ['Editor', 'Translator', 'Publisher'];

const explorer = (action: string) => `plugin::content-manager.explorer.${action}`;
const addMedia = ['read', 'assets.create', 'assets.download', 'assets.copy-link'];
const manageMedia = [...addMedia, 'assets.update', 'configure-view'];
const rights: Record<Kind, { content: string[]; media: string[]; untranslated: boolean }> = {
  Editor: { content: ['create', 'update', 'delete'], media: manageMedia, untranslated: true },
  Translator: { content: ['create', 'update'], media: addMedia, untranslated: false },
  Publisher: { content: ['create', 'update', 'delete', 'publish'], media: manageMedia, untranslated: true },
  Approver: { content: ['publish'], media: ['read'], untranslated: true },
};

interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[]; locales?: string[] };
  conditions: string[];
}
interface ContentTypeService {
  getNestedFields(model: unknown, options: { components: unknown }): string[];
}
interface RoleService {
  find(where: Record<string, unknown>): Promise<{ id: number; code: string; name: string }[]>;
  create(role: { name: string; code: string; description: string }): Promise<{ id: number }>;
  addPermissions(id: number, permissions: Permission[]): Promise<unknown>;
  deleteByIds(ids: number[]): Promise<unknown>;
  getUsersCount(id: number): Promise<number>;
}
interface PermissionService {
  actionProvider: { has(action: string): boolean };
}

/** Of plug-ins; one that was taken out has no right to give. */
const rightsOfPlugins = ['plugin::content-manager.archive.read'];
const compliance = { name: 'Compliance', code: 'site-compliance' };
const code = (kind: Kind, locale: LocaleCode) => `site-${kind.toLowerCase()}-${locale}`;

export async function ensureEditorRoles(strapi: Core.Strapi): Promise<void> {
  const roles = strapi.service('admin::role') as unknown as RoleService;
  const present = await roles.find({});
  const isFirst = !present.some((role) => role.code.startsWith('site-'));
  const store = strapi.store({ type: 'core', name: 'site-roles' });
  const made = isFirst ? [] : (((await store.get({ key: 'kinds' })) as string[] | null) ?? firstKinds);
  for (const kind of kinds) {
    if (made.includes(kind)) continue;
    for (const locale of localeCodes) {
      if (kind === 'Translator' && locale === defaultLocale) continue;
      const name = `${kind}, ${languageNames[locale]}`;
      const role = await roles.create({ name, code: code(kind, locale), description: describe(kind, locale) });
      await roles.addPermissions(role.id, permissionsFor(strapi, kind, locale));
    }
  }
  if (!made.includes(compliance.name)) {
    const description = 'Reads all texts, the ledger, and what stood on the site; changes nothing.';
    const role = await roles.create({ ...compliance, description });
    const { actionProvider } = strapi.service('admin::permission') as unknown as PermissionService;
    const actions = rightsOfPlugins.filter((action) => actionProvider.has(action));
    await roles.addPermissions(role.id, [
      ...contentTypes(strapi).map((type) => contentPermission(strapi, type, 'read', [...localeCodes])),
      ...[...actions, 'plugin::upload.read'].map(permitAction),
    ]);
  }
  await store.set({ key: 'kinds', value: [...kinds, compliance.name] });
  if (isFirst) await removeStrapisOwn(roles, present);
}

const describe = (kind: Kind, locale: LocaleCode) =>
  ({
    Editor: `Writes, changes and deletes drafts in ${languageNames[locale]}.`,
    Translator: `Translates into ${languageNames[locale]}; does not publish.`,
    Publisher: `Edits, publishes and unpublishes in ${languageNames[locale]}.`,
    Approver: `Reads, approves and publishes in ${languageNames[locale]}; writes nothing.`,
  })[kind];

function permissionsFor(strapi: Core.Strapi, kind: Kind, locale: LocaleCode): Permission[] {
  return [
    ...contentTypes(strapi).flatMap((type) => permissionsForType(strapi, type, kind, locale)),
    ...rights[kind].media.map((action) => permitAction(`plugin::upload.${action}`)),
  ];
}

function permitAction(action: string): Permission {
  return { action, subject: null, properties: {}, conditions: [] };
}

function permissionsForType(strapi: Core.Strapi, type: ContentType, kind: Kind, locale: LocaleCode): Permission[] {
  const { content, untranslated } = rights[kind];
  return [
    // Everybody may read every language: a translator needs the source text.
    contentPermission(strapi, type, 'read', [...localeCodes]),
    // What only the panel uses are rules for editors, which they read.
    ...(type.onSite && (type.localized || untranslated)
      ? content.map((action) => contentPermission(strapi, type, action, [locale]))
      : []),
  ];
}

/** Grants a type that was added after the roles were created, as a new installation has it. Roles that have rights to it keep them. */
export async function grantType(strapi: Core.Strapi, type: ContentType): Promise<void> {
  const roles = strapi.service('admin::role') as unknown as RoleService;
  const present = await roles.find({});
  const grant = async (roleCode: string, permissions: Permission[]): Promise<void> => {
    const role = present.find((one) => one.code === roleCode);
    const where = { subject: type.uid, role: { id: role?.id ?? 0 } };
    if (role && (await strapi.db.query('admin::permission').count({ where })) === 0)
      await roles.addPermissions(role.id, permissions);
  };
  for (const kind of kinds)
    for (const locale of localeCodes) await grant(code(kind, locale), permissionsForType(strapi, type, kind, locale));
  await grant(compliance.code, [contentPermission(strapi, type, 'read', [...localeCodes])]);
}

function contentPermission(strapi: Core.Strapi, type: ContentType, action: string, locales: LocaleCode[]): Permission {
  const service = strapi.service('admin::content-type') as unknown as ContentTypeService;
  const hasFields = action === 'create' || action === 'read' || action === 'update';
  const fields = hasFields
    ? { fields: service.getNestedFields(strapi.contentType(type.uid), { components: strapi.components }) }
    : {};
  return {
    action: explorer(action),
    subject: type.uid,
    properties: { ...fields, ...(type.localized ? { locales } : {}) },
    conditions: [],
  };
}

/** Strapi's own Editor and Author have no language, and two roles called Editor would confuse. Keeps roles that have users. */
async function removeStrapisOwn(roles: RoleService, present: { id: number; code: string }[]): Promise<void> {
  for (const role of present.filter((one) => one.code === 'strapi-editor' || one.code === 'strapi-author')) {
    if ((await roles.getUsersCount(role.id)) === 0) await roles.deleteByIds([role.id]);
  }
}
