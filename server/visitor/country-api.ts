/**
 * `/api/geo`: the visitor's country for the browser, and the notice for visitors without JavaScript (R24, R42). Responses differ by
 * visitor, so no cache may store them; that is why a page's HTML contains none of this.
 */
import { Hono } from 'hono';
import { readShortForm } from '../http/bounded-body.ts';
import { isLocale } from '../../content/locales.ts';
import type { Config } from '../config.ts';
import { readCookie, buildSetCookie } from '../http/cookies.ts';
import { localeCookie } from '../http/language-choice.ts';
import { encodeLocation, isOwnPath } from '../http/own-path.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { refuseForm } from '../http/refusals.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { FindCountry } from './country-lookup.ts';
import { findPolicy, formatPolicy } from './country-policy.ts';

const noticeCookie = 'accepted';
const yearInSeconds = 365 * 24 * 60 * 60;
const notCached = { 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' };

/** Chooses the policy of the country, without an accepted notice, or a redirect where the visitor chose another language. */
function choosePolicy(context: RequestContext, country: string | null): string {
  const cookies = context.req.header('cookie');
  const chosen = readCookie(cookies, localeCookie);
  const policy = findPolicy(country);
  const accepted = readCookie(cookies, noticeCookie) === 'yes';
  return formatPolicy({
    notice: accepted ? 'none' : policy.notice,
    offers: accepted && policy.offers === 'own-initiative' ? 'all' : policy.offers,
    redirect: isLocale(chosen) && chosen !== policy.redirect ? 'none' : policy.redirect,
  });
}

/** The links that open an account, as in `site/styles/buttons.css`. */
const offers = "a:is([href$='/register'],[href*='/register?account='],[href$='/old-register'])";

export function createCountryApi({ siteUrl }: Config, findCountry: FindCountry): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();

  api.get('/', async (context) => {
    const country = await findCountry(context);
    const policy = choosePolicy(context, country);
    // In the body as well: a proxy may strip a header that it does not know.
    return context.json({ country, policy, registration: findPolicy(country).registration }, 200, {
      ...notCached,
      'country-policy': policy,
    });
  });

  // Linked from `noscript` only: the page's bytes are the same for everyone, so the difference is in this stylesheet.
  api.get('/notice.css', async (context) => {
    const words = choosePolicy(context, await findCountry(context));
    const css = [
      words.includes('eu-notice') ? '' : '#eu-notice{display:none}',
      /no-calls|own-initiative/.test(words) ? `${offers}{display:none}` : '',
    ].join('');
    return context.body(css, 200, { ...notCached, 'content-type': 'text/css; charset=utf-8' });
  });

  api.post('/notice', async (context) => {
    if (!isSameOrigin(context.req.raw.headers, siteUrl)) return refuseForm(context, 403);
    const form = await readShortForm(context);
    if (form instanceof Response) return form;
    context.header(
      'set-cookie',
      buildSetCookie(noticeCookie, 'yes', {
        https: siteUrl.startsWith('https:'),
        maxAgeSeconds: yearInSeconds,
        httpOnly: false,
      }),
    );
    context.header('cache-control', 'private, no-store');
    const path = form.get('path');
    const back = typeof path === 'string' ? path : undefined;
    return context.redirect(isOwnPath(back) ? encodeLocation(back) : '/', 303);
  });
  return api;
}
