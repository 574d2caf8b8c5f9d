/** Users of the panel, by what they may do. */
import type { Core } from '@strapi/strapi';

export interface Person {
  id: string;
  email: string;
}

interface User {
  id: number;
  email: string;
  isActive: boolean;
  blocked: boolean;
}
interface Permission {
  properties: { locales?: string[] } | null;
  role: { users: User[] } | null;
}

/** Those who may publish a type in a language, and so approve what others wrote. @param locale empty for a type without languages. */
export async function findApprovers(strapi: Core.Strapi, uid: string, locale: string): Promise<Person[]> {
  const permissions: Permission[] = await strapi.db.query('admin::permission').findMany({
    where: { action: 'plugin::content-manager.explorer.publish', subject: uid },
    populate: { role: { populate: { users: true } } },
  });
  const users = permissions
    .filter(({ properties }) => locale === '' || (properties?.locales?.includes(locale) ?? true))
    .flatMap(({ role }) => role?.users ?? [])
    .filter(({ isActive, blocked }) => isActive && !blocked);
  return [...new Map(users.map(({ id, email }) => [id, { id: String(id), email }])).values()];
}

export async function findPerson(strapi: Core.Strapi, id: string): Promise<Person | null> {
  const user: User | null = await strapi.db.query('admin::user').findOne({ where: { id } });
  return user?.isActive ? { id, email: user.email } : null;
}
