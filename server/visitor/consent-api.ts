/**
 * `/api/consent`: the texts of the consent bar, the proof of each decision, and the plain form of the cookie page, which needs no
 * JavaScript (R43, R44).
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type ConsentDecision, consentDecision } from '../../accounts/consent-decision.ts';
import type { ConsentStore } from '../../accounts/consent-store.ts';
import { consentCookie } from '../../site/consent/consent-record.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { defaultLocale, isLocale } from '../../content/locales.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { readBoundedText, shortBody, readShortForm } from '../http/bounded-body.ts';
import type { Config } from '../config.ts';
import { buildClearingCookies, createRecord, buildRecordCookie, type Selection } from './consent-cookies.ts';
import { ConsentLimits } from './consent-limits.ts';
import type { HashedTexts } from './consent-text-hashes.ts';
import { readCookie } from '../http/cookies.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { noStore, refuseForm, refuseTooMany } from '../http/refusals.ts';
import { allowsAds, updateReferralCookie } from '../http/referral.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { SiteEnv } from '../http/request-context.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { describeVisit } from '../http/visit.ts';

interface Options {
  config: Config;
  store: ConsentStore;
  texts: HashedTexts;
  log: Logger;
  metrics: Pick<Metrics, 'alarms'>;
}

/** A client beyond a limit must fill neither the table nor the log. */
const alarmEveryMs = 60_000;

function parseSelection(form: FormData): Selection {
  const choice = form.get('choice');
  if (choice === 'all' || choice === 'necessary') return choice;
  return form.getAll('allow').filter((value) => typeof value === 'string');
}

export function createConsentApi({ config, store, texts, log, metrics }: Options): Hono<SiteEnv> {
  const { siteUrl, thirdParties, clientIpHeader } = config;
  const api = new Hono<SiteEnv>();
  const limits = new ConsentLimits();
  let lastAlarm = Number.NEGATIVE_INFINITY;

  function allowed(address: string): boolean {
    const limit = limits.reached(address || 'unknown');
    if (!limit) return true;
    metrics.alarms.inc({ kind: 'consent-limited' });
    const now = performance.now();
    if (now - lastAlarm < alarmEveryMs) return false;
    lastAlarm = now;
    log.warn(
      {
        kind: 'consent-limited',
        limit,
        message: 'Proofs of consent are not taken, because too many come; visitors keep their choice.',
      },
      'alarm',
    );
    return false;
  }

  /** Stores or removes the advertisement's parameters from the visitor's address. */
  function followInReferral(context: Context, ads: boolean): void {
    const set = updateReferralCookie(ads, {
      cookieHeader: context.req.header('cookie') ?? '',
      page: context.req.header('referer') ?? '',
      https: siteUrl.startsWith('https:'),
    });
    if (set) context.header('set-cookie', set, { append: true });
  }

  api.get('/texts', (context) => {
    const answer = texts.answers[readQueryLocale(context)];
    // Revalidated each time: after a release, browsers must show the new text and send its hash.
    return context.json(answer, 200, { 'cache-control': 'no-cache', etag: `"${answer.hash.slice(0, 22)}"` });
  });

  api.post('/', async (context) => {
    if (!isSameOrigin(context.req.raw.headers, siteUrl))
      return context.text('Only pages of this site may report a decision.', 403, noStore);
    const body = await readBoundedText(context.req.raw, shortBody);
    if (body === null) return context.text('The decision is too long.', 413, noStore);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), consentDecision), body);
    if (!parsed.success) return context.text('The decision cannot be read.', 400, noStore);
    // A proof may arrive late: a record in the browser's cookie is newer and counts.
    const ads = allowsAds(context.req.header('cookie') ?? '') ?? parsed.output.categories.includes('ads');
    followInReferral(context, ads);
    if (!allowed(describeVisit(context, clientIpHeader).address))
      return refuseTooMany(context, 'Too many decisions.', 60);
    try {
      const outcome = await store.record(parsed.output);
      if (outcome === 'unknown-text')
        return context.text('No page of this site shows the text that this decision names.', 400, noStore);
      return context.body(null, outcome === 'stored' ? 204 : 202, noStore);
    } catch (error) {
      log.error({ err: error }, 'proof of consent lost here; the browser sends it again');
      return context.text('The decision could not be stored. It will be sent again.', 503, noStore);
    }
  });

  api.post('/choice', async (context) => {
    if (!isSameOrigin(context.req.raw.headers, siteUrl)) return refuseForm(context, 403);
    const form = await readShortForm(context);
    if (form instanceof Response) return form;
    const formLocale = form.get('locale');
    const locale = isLocale(formLocale) ? formLocale : defaultLocale;
    const cookies = context.req.header('cookie');
    const record = createRecord(readCookie(cookies, consentCookie), parseSelection(form), locale);
    const held = (cookies ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
    for (const cookie of [
      buildRecordCookie(record, siteUrl),
      ...buildClearingCookies(record, held, thirdParties.adTags, siteUrl),
    ]) {
      context.header('set-cookie', cookie, { append: true });
    }
    followInReferral(context, record.categories.includes('ads'));
    const decision: ConsentDecision = {
      id: randomUUID(),
      consentId: record.consentId,
      firstConsentAt: record.consentTimestamp,
      decidedAt: record.lastConsentTimestamp,
      categories: record.categories,
      services: record.services,
      revision: record.revision,
      textHash: texts.answers[locale].hash,
      locale,
      source: 'form',
    };
    // The visitor's choice counts even when its proof cannot be written: that is a log entry for us and must not block the visitor.
    if (allowed(describeVisit(context, clientIpHeader).address))
      await store
        .record(decision)
        .catch((error: unknown) => log.error({ err: error, decision }, 'proof of consent lost'));
    context.header('cache-control', 'no-store');
    return context.redirect(`${localePath(staticPaths['cookie-disclosure'], locale)}?consent=saved#consent`, 303);
  });
  return api;
}
