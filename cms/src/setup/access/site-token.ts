/**
 * Stores the token with which the site reads drafts for its preview. Strapi generates the value of a token itself and shows it once;
 * this token's value is configured on both sides (STRAPI_TOKEN), so this writes it the way Strapi stores one: as a salted hash.
 */
import type { Core } from '@strapi/strapi';
import { wrongSetting } from '../settings';

const name = 'Site (STRAPI_TOKEN)';

interface TokenService {
  hash(accessKey: string): string;
}

export async function ensureSiteToken(strapi: Core.Strapi): Promise<void> {
  const value = process.env.STRAPI_TOKEN;
  if (!value) return;
  if (value.length < 24) wrongSetting('STRAPI_TOKEN has fewer than 24 characters; choose a longer, random one.');
  const service = strapi.service('admin::api-token-content-api') as unknown as TokenService;
  const accessKey = service.hash(value);
  const query = strapi.db.query('admin::api-token');
  const present = await query.findOne({ where: { name } });
  if (!present) {
    const description = 'Reads content and drafts for the site.';
    const unlimited = { lifespan: null, expiresAt: null };
    await query.create({
      data: { name, description, kind: 'content-api', type: 'read-only', accessKey, ...unlimited },
    });
  } else {
    const stored = await query.findOne({ where: { accessKey } });
    if (stored?.id !== present.id)
      await query.update({ where: { id: present.id }, data: { accessKey, encryptedKey: null } });
  }
}
