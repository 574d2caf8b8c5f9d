/**
 * Creates the first administrator. `POST /admin/register-admin` makes its first caller a super admin, and stays open until one
 * exists, so one must exist before Strapi answers the first request.
 */
import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { wrongSetting } from '../settings';

interface UserService {
  exists(): Promise<boolean>;
  create(user: Record<string, unknown>): Promise<unknown>;
}
interface RoleService {
  getSuperAdmin(): Promise<{ id: number } | null>;
}

/** @returns true when this start created the first administrator. @throws when the super admin role is missing. */
export async function ensureFirstAdmin(strapi: Core.Strapi): Promise<boolean> {
  const users = strapi.service('admin::user') as unknown as UserService;
  if (await users.exists()) return false;
  const role = await (strapi.service('admin::role') as unknown as RoleService).getSuperAdmin();
  if (!role) throw new Error('Strapi has no super admin role; its database is not initialised.');
  const email = process.env.ADMIN_EMAIL || 'admin@veldstone.example';
  const given = process.env.ADMIN_PASSWORD;
  if (given && !strongEnough(given)) {
    wrongSetting('ADMIN_PASSWORD needs 8 or more characters with a capital letter, a small letter and a digit.');
  }
  // The fixed letters satisfy Strapi's rule; the other 20 characters are random.
  const password = given || `V1s${randomBytes(15).toString('base64url')}`;
  await users.create({
    email,
    firstname: 'First',
    lastname: 'Administrator',
    password,
    isActive: true,
    roles: [role.id],
  });
  strapi.log.info(`First administrator: ${email}`);
  if (!given) {
    console.log(`\n  First administrator  ${email}\n  One-time password    ${password}`);
    console.log('  It is shown only now: sign in and change it under Profile.\n');
  }
  return true;
}

const strongEnough = (password: string) =>
  password.length >= 8 && /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password);
