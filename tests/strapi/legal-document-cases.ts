/** Legal documents, which registrations store as proof: part of editor-rights.test.ts. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { findLegalTexts, listLegalTexts } from '../../accounts/legal-texts.ts';
import type { Locale } from '../../content/model.ts';
import type { RunningSite } from '../../server/site.ts';
import { readFormats } from '../../site/i18n/formats.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { Visitor, details, password } from '../sites/account-site.ts';
import { until } from '../until.ts';
import { siteOrigin } from './site-from-strapi.ts';
import { type StrapiEditor, refused, sentBack } from './strapi-editor.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** @param of returns what `beforeAll` has started; the tests call it when they run. */
export function legalDocumentTests(of: () => { site: RunningSite; publisher: StrapiEditor; folder: string }): void {
  const html = async (path: string) =>
    (await fetch(`${of().site.url}${path}`, { headers: { 'user-agent': 'bot' } })).text();
  const shows = async (path: string, words: string) => (await html(path)).includes(words);
  const terms = '/legal/terms-of-service';

  test('has a version and a date in each language; another text without another version is not published', async () => {
    const { publisher } = of();
    const draft = await publisher.draft('legal-document', 'terms-of-service');
    const before = of().site.replica.reader().get('legal-document', 'terms-of-service', 'es');
    const body = `${String(draft['body'])}\n\n## 99. A new clause\n\n99.1 Said in English first.`;
    expect(await refused(publisher.publish('legal-document', draft.documentId, { ...draft, body }))).toMatch(
      new RegExp(
        `400 .*The English text differs from the one that is live as version ${String(draft['version'])}\\. Give it a new version`,
      ),
    );
    expect(await shows(terms, 'Said in English first')).toBe(false);
    // The effective date may be in the future; the sentence about it must be right before and after.
    await publisher.publish('legal-document', draft.documentId, {
      ...draft,
      body,
      version: '9.9',
      effectiveOn: '2036-12-01',
    });
    await until(() => shows(terms, 'Said in English first'), 'the new terms');
    expect(await shows(terms, '9.9')).toBe(true);
    expect(await shows(terms, 'In force from 1 December 2036')).toBe(true);
    const spanishPage = await html(`/es${terms}`);
    expect({
      old: spanishPage.includes(`Versión ${before?.version}`),
      date: spanishPage.includes(`En vigor a partir del ${readFormats('es').date(String(before?.effectiveOn))}`),
      other: spanishPage.includes('9.9'),
    }).toEqual({ old: true, date: true, other: false });
    expect(of().site.replica.reader().get('legal-document', 'terms-of-service', 'es')).toEqual(before);
    // Publishing the same text again, or other texts for search engines, requires no new version.
    expect(
      await refused(
        publisher.edit('legal-document', 'terms-of-service', 'it', (italian) => ({
          ...italian,
          seo: { ...(italian['seo'] as object), title: 'Un titolo più adatto ai motori' },
        })),
      ),
    ).toBe('done');
  });

  test('has one permanent text for each version: also unpublished, and after a later version', async () => {
    const { publisher } = of();
    const risk = await publisher.draft('legal-document', 'risk-disclosure');
    const sentence = new RegExp(
      `400 .*The English text differs from the one that was published as version ${String(risk['version'])}\\. Give it a new version`,
    );
    const ahead = { effectiveOn: '2036-12-01' };
    const other = { ...sentBack(risk), ...ahead, summary: `${String(risk['summary'])} And more.` };
    await publisher.unpublish('legal-document', risk.documentId);
    expect(await refused(publisher.publish('legal-document', risk.documentId, other))).toMatch(sentence);
    await publisher.publish('legal-document', risk.documentId, { ...other, version: '7.0' });
    expect(
      await refused(
        publisher.publish('legal-document', risk.documentId, { ...other, summary: `${other.summary} And yet more.` }),
      ),
    ).toMatch(sentence);
    await publisher.publish('legal-document', risk.documentId, sentBack(risk));
    expect(
      await refused(
        publisher.publish('legal-document', risk.documentId, {
          ...other,
          summary: 'Neither of the two.',
          version: '7.0',
        }),
      ),
    ).toMatch(/was published as version 7\.0/);
    await publisher.publish('legal-document', risk.documentId, sentBack(risk));
  });

  test('comes into force today or later; in the past only with a reason of its own', async () => {
    const { publisher } = of();
    const draft = await publisher.draft('legal-document', 'risk-disclosure', 'it');
    const publish = (fields: Record<string, unknown>) =>
      refused(publisher.publish('legal-document', draft.documentId, { ...sentBack(draft), ...fields }, 'it'));
    const past = /400 .*is past: nobody can have agreed to the Italian text then\. Choose today \(.*\) or a later day/;
    for (const effectiveOn of [day(-1), '2020-02-29'])
      expect(await publish({ version: '8.0', effectiveOn })).toMatch(past);
    expect(await publish({ version: '8.0', effectiveOn: day(-1), pastDateReason: '  ' })).toMatch(past);
    const pastDateReason = 'The supervisor ordered it from that day.';
    expect(await publish({ version: '8.0', effectiveOn: day(-1), pastDateReason })).toBe('done');
    // The next version has not inherited the reason; and a date may not be moved back under the same version either.
    expect(await publish({ version: '8.1', effectiveOn: day(-1), pastDateReason })).toMatch(past);
    expect(await publish({ version: '8.1', effectiveOn: day(1), pastDateReason: '' })).toBe('done');
    expect(await publish({ version: '8.1', effectiveOn: day(-1), pastDateReason: '' })).toMatch(past);
    expect(await publish({ version: '8.2', effectiveOn: day(0), pastDateReason: '' })).toBe('done');
  });

  test('is kept whole in each version that was public, also when nobody agreed to it', async () => {
    const { publisher, site, folder } = of();
    const draft = await publisher.draft('legal-document', 'risk-disclosure', 'es');
    for (const version of ['8.5', '8.6', '8.7']) {
      const body = `${String(draft['body'])}\n\n## 99. Sobre la versión ${version}`;
      const fields = { ...sentBack(draft), body, version, effectiveOn: '2036-12-01' };
      await publisher.publish('legal-document', draft.documentId, fields, 'es');
      await until(() => shows('/es/legal/risk-disclosure', `Sobre la versión ${version}`), version);
    }
    const accounts = await openAccountsDatabase({ databaseUrl: '', dataDir: join(folder, 'site') });
    const kept = await until(async () => {
      const texts = await listLegalTexts(accounts.db);
      const own = texts.filter(({ document, locale }) => document === 'risk-disclosure' && locale === 'es');
      return own.some(({ version }) => version === '8.7') ? own : null;
    }, 'the last version is kept');
    expect(kept.map(({ version }) => version)).toEqual(expect.arrayContaining(['8.5', '8.6', '8.7']));
    const [middle] = await findLegalTexts(accounts.db, kept.find(({ version }) => version === '8.6')?.hash ?? '');
    expect(middle?.body).toContain('Sobre la versión 8.6');
    expect(site.replica.reader().get('legal-document', 'risk-disclosure', 'es')?.body).not.toContain('8.6');
    await accounts.close();
  });

  test('that registrations agree to cannot be taken down, unpublished or deleted, in any language', async () => {
    const { publisher } = of();
    for (const key of ['terms-of-service', 'privacy-policy']) {
      const draft = await publisher.draft('legal-document', key, 'es');
      const sentence =
        /400 .*Whoever registers in Spanish agrees to “.+”, so it has to stand there\. Publish a new version instead/;
      expect(
        await refused(
          publisher.publish('legal-document', draft.documentId, { ...sentBack(draft), takenDown: true }, 'es'),
        ),
      ).toMatch(sentence);
      expect(await refused(publisher.unpublish('legal-document', draft.documentId, 'es'))).toMatch(sentence);
      expect(await refused(publisher.unpublishAll('legal-document', [draft.documentId], ['es']))).toMatch(sentence);
      expect(await refused(publisher.remove('legal-document', draft.documentId, 'es'))).toMatch(sentence);
      expect(await refused(publisher.remove('legal-document', draft.documentId))).toMatch(
        /400 .*so it has to stand there/,
      );
      await publisher.publish('legal-document', draft.documentId, { ...sentBack(draft), takenDown: false }, 'es');
      for (const locale of ['en', 'es', 'it'] as const)
        expect(of().site.replica.live({ type: 'legal-document', id: key, locale }) !== null).toBe(true);
    }
  });

  test('is stored with a registration as it is in the language of the registration', async () => {
    const accounts = await openAccountsDatabase({ databaseUrl: '', dataDir: join(of().folder, 'site') });
    const read = of().site.replica.reader();
    const accepted = async (locale: Locale) => {
      const email = `${locale}@rights.example`;
      const form = { intent: 'create', email, password, ...details };
      const { status, location } = await new Visitor(of().site.url).post(localePath('/old-register', locale), form, {
        origin: siteOrigin,
      });
      expect([status, location]).toEqual([303, `${localePath('/register', locale)}?step=details#form`]);
      const row = await accounts.db
        .selectFrom('registration')
        .select('acceptance')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return (JSON.parse(row.acceptance) as { documents: unknown[] }).documents;
    };
    const stands = (locale: Locale) =>
      ['terms-of-service', 'privacy-policy'].map((id) => {
        const document = read.get('legal-document', id, locale);
        return {
          id,
          version: document?.version,
          hash: createHash('sha256')
            .update(document?.body ?? '')
            .digest('hex'),
          locale,
        };
      });
    await of().publisher.edit('legal-document', 'terms-of-service', 'en', (draft) => ({
      ...draft,
      version: '9.8',
      effectiveOn: '2036-12-01',
    }));
    await until(() => stands('en')[0]?.version === '9.8', 'another version in English');
    expect(stands('es')[0]?.version).not.toBe('9.8');
    expect(await accepted('es')).toEqual(stands('es'));
    expect(await accepted('en')).toEqual(stands('en'));
    await accounts.close();
  });
}
