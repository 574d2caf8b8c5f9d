/** Signs a link that opens the whole site as of a moment. The site checks the same signature (`parts/day-view/day-link.ts` there). */
import { createHmac } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { forbid } from '../../../rules/publish-rights';
import { siteUrl } from '../../../setup/environment';
import { mayReadLedger } from '../../ledger/server/ledger-search';
import { readText } from '../../ledger/server/panel-requests';

const hourSeconds = 3600;
/** Long enough to send a link to a phone, or to a colleague. */
const daySeconds = 24 * hourSeconds;

interface DayLinkOptions {
  /** IANA name of the zone in which the site shows the moment. */
  zone?: string;
  /** Valid for a day instead of an hour. */
  lasting?: boolean;
}

/**
 * @param moment past or future. @param path an address of the site, such as `/es/forex`.
 * @returns null without the secret that the site shares.
 */
function signDayLink(
  moment: Date,
  path: string,
  { zone = 'UTC', lasting = false }: DayLinkOptions = {},
): string | null {
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!secret) return null;
  const expires = Math.floor(Date.now() / 1000) + (lasting ? daySeconds : hourSeconds);
  const query = new URLSearchParams({ moment: moment.toISOString(), zone, path, expires: String(expires) });
  query.set('signature', createHmac('sha256', secret).update(`day ${query}`).digest('hex'));
  return `${siteUrl}/api/preview/day?${query}`;
}

export interface DayLink {
  url: string;
}

/** @throws a refusal for a user who may read nothing of the site, or without the secret that the site shares. */
export function makeDayLink(strapi: Core.Strapi, query: Record<string, unknown>): DayLink {
  if (!mayReadLedger(strapi)) forbid('You may not read this.');
  const moment = new Date(readText(query.moment));
  if (Number.isNaN(moment.getTime())) throw new errors.ValidationError('Name a moment.');
  const path = readText(query.path) || '/';
  if (!/^\/(?![/\\])/.test(path)) throw new errors.ValidationError('Name an address of the site, such as /es/forex.');
  const url = signDayLink(moment, path, { zone: readText(query.zone) || 'UTC', lasting: query.lasting === 'true' });
  return url ? { url } : forbid('The site cannot be asked: STRAPI_WEBHOOK_SECRET is not set.');
}
