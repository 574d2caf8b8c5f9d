/** `/api/locale?to=es&path=/es/forex`: stores the visitor's choice for 365 days and redirects to `path` (R40). Works without JavaScript. */
import { Hono } from 'hono';
import { isLocale, locales } from '../../content/locales.ts';
import { prefixedPath } from '../../site/i18n/locale-path.ts';
import { buildLocaleCookie } from '../http/language-choice.ts';
import { encodeLocation, isOwnPath } from '../http/own-path.ts';

export function createLocaleApi(secure: boolean): Hono {
  const api = new Hono();
  api.get('/', (context) => {
    const to = context.req.query('to');
    if (!isLocale(to)) return context.text(`The parameter "to" must be one of ${locales.join(', ')}.`, 400);
    const path = context.req.query('path');
    context.header('set-cookie', buildLocaleCookie(to, secure));
    context.header('cache-control', 'no-store');
    return context.redirect(isOwnPath(path) ? encodeLocation(path) : prefixedPath('/', to), 303);
  });
  return api;
}
