/** Forms that editors compose keep what the form of an enquiry keeps: one table drives both. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { openFolderStorage } from '../../accounts/submissions/folder-storage.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, lookAt, openPage } from '../browser.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { readableText } from '../readable-text.ts';
import { exhaustive, sample, testSample } from '../sampled.ts';
import type { Engine } from '../services/account-databases.ts';
import { type AccountSite, Visitor, addressHeader } from '../sites/account-site.ts';
import { formPath, formWords, startFormSite } from '../sites/form-site.ts';
import { until } from '../until.ts';
import { bothForms, messageForms, readVersion, sendForm, webinar } from '../sites/message-forms.ts';

/** Defines the tests of what is stored and announced. */
function testStored(engine: Engine): void {
  let site: AccountSite;
  const received: { event: string; data: Record<string, unknown> }[] = [];
  const crm = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body) as (typeof received)[number]);
      response.writeHead(204).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve));
    site = await startFormSite(engine, {
      CRM_WEBHOOK_URL: `http://127.0.0.1:${(crm.address() as AddressInfo).port}/`,
      CRM_WEBHOOK_SECRET: 'a secret of the test',
      FORM_DESTINATIONS: JSON.stringify({
        marketing: { mail: 'webinars@broker.example', topic: 'webinars', campaign: 'Autumn 2026' },
      }),
    });
  });
  afterAll(async () => {
    await site.stop();
    crm.close();
  });
  const readRows = (email: string) =>
    site.database.db.selectFrom('enquiry').selectAll().where('email', '=', email).execute();

  test.each(locales)(
    'a form arrives with the campaign, with what it said and with what was agreed to, in %s',
    async (locale) => {
      const email = `anna.${locale}@example.com`;
      const visitor = new Visitor(site.url);
      const path = localePath(`${formPath}?utm_campaign=autumn`, locale);
      const { text } = await visitor.get(path);
      const answer = await visitor.post(path, messageForms.form.fields(email, locale, text));
      expect(answer.location).toBe(messageForms.form.sent(locale));
      const after = await visitor.get(answer.location.replace(/#.*/, ''));
      expect(readableText(after.text)).toContain(translator(locale)('enquiry.sentHeading'));
      const [row, ...others] = await readRows(email);
      expect(others).toEqual([]);
      const details = {
        country: 'IT',
        phone: '+390212345678',
        subject: formWords[locale].choices[0]?.replace('–', '-'),
        company: 'Rossi & figli',
        newsletter: 'yes',
        campaign: 'Autumn 2026',
      };
      expect(row).toMatchObject({
        kind: 'form/webinar',
        name: 'Anna Rossi',
        topic: 'webinars',
        message: 'What I want to know',
        locale,
        source: formPath,
      });
      expect(JSON.parse(row?.details ?? '')).toEqual(details);
      const acceptance = JSON.parse(row?.acceptance ?? '') as { documents: { hash: string; version: string }[] };
      expect(acceptance).toMatchObject({ consents: ['newsletter'], documents: [{ id: 'form/webinar', locale }] });
      const message = await until(() => received.find(({ data }) => data['email'] === email), 'the CRM to hear of it');
      expect(message).toMatchObject({
        event: 'enquiry.created',
        data: { details, acceptance, topic: 'webinars', referral: { utm_campaign: 'autumn' }, locale },
      });
      const mail = await until(
        async () => (await site.mails()).find(({ raw }) => raw.includes(`Reply-To: ${email}`)),
        'the mail',
      );
      expect(mail.to).toBe('webinars@broker.example');
      // The person's copy has the text that was agreed to, whole; erasure removes the answers.
      const exported = (await exportPerson(site.database, email))['agreedTo'] as { text: { body: string } }[];
      const words = formWords[locale];
      for (const part of [words.heading, words.companyHint, words.choices[1], words.consent.replaceAll('**', '')])
        expect(exported[0]?.text.body.replace(/<[^>]+>/g, '')).toContain(part);
      await erasePerson(site.database, openFolderStorage(join(site.dataDir, 'cv')), email);
      expect(await readRows(email)).toEqual([]);
      expect((await exportPerson(site.database, email))['messages']).toEqual([]);
    },
  );

  test('a form that asks for a phone number alone knows the person by it, and leads to its page', async () => {
    const visitor = new Visitor(site.url);
    const { text } = await visitor.get(formPath);
    const fields = { intent: 'form-call', ...readVersion(text, 'call') };
    const refused = await visitor.post(formPath, { ...fields, 'form-call-phone': '02 1234 5678' });
    expect(formFaults(refused.text.slice(refused.text.lastIndexOf('<form')))).toEqual([
      ['form-call-phone', expectedWords('en').errors.phone],
    ]);
    const answer = await visitor.post(formPath, { ...fields, 'form-call-phone': '+39 02 1234 5678' });
    expect(answer.location).toBe('/about');
    expect(await readRows('+390212345678')).toMatchObject([{ kind: 'form/call', topic: 'sales', name: '' }]);
    const lead = await until(() => received.find(({ data }) => data['kind'] === 'form/call'), 'the CRM to hear of it');
    expect(lead.data).toMatchObject({ email: '', details: { phone: '+390212345678' } });
    await erasePerson(site.database, openFolderStorage(join(site.dataDir, 'cv')), '+390212345678');
    expect(await readRows('+390212345678')).toEqual([]);
  });

  test.each(bothForms)('sent twice, also at once, it is stored and announced once: %s', async (name) => {
    const email = `twice-${name}@example.com`;
    const visitor = new Visitor(site.url);
    const { text } = await visitor.get(messageForms[name].path);
    const fields = messageForms[name].fields(email, 'en', text);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post(messageForms[name].path, fields)));
    expect(answers.map(({ location }) => location)).toEqual(answers.map(() => messageForms[name].sent('en')));
    const rows = await readRows(email);
    expect(rows).toHaveLength(1);
    const messages = site.database.db
      .selectFrom('outbox')
      .select('channel')
      .where('subject_id', '=', rows[0]?.id ?? '');
    expect((await messages.orderBy('channel').execute()).map(({ channel }) => channel)).toEqual(['crm', 'mail']);
  });
}
describe('on sqlite', () => {
  testStored('sqlite');
});
describe('on postgres', exhaustive, () => {
  testStored('postgres');
});

describe('on one site', () => {
  let site: AccountSite;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startFormSite('sqlite'), launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  test.each(locales)('every wrong answer has its sentence, and what was typed is kept, in %s', async (locale) => {
    const visitor = new Visitor(site.url);
    const path = localePath(formPath, locale);
    const { text } = await visitor.get(path);
    const answer = await visitor.post(path, {
      ...messageForms.form.fields('anna@', locale, text),
      ...webinar({ name: '', country: 'XX', phone: '12345', subject: 'Silver', newsletter: '', question: 'Kept <b>' }),
    });
    expect(answer.status).toBe(422);
    const t = translator(locale);
    expect(formFaults(answer.text)).toEqual(
      [
        ['name', t('forms.errors.name')],
        ['email', t('forms.errors.email')],
        ['country', t('forms.errors.country')],
        ['phone', t('forms.errors.phone')],
        ['subject', formWords[locale].missing],
        ['newsletter', t('forms.errors.consent')],
      ].map(([field, sentence]) => [`form-webinar-${field}`, sentence]),
    );
    expect(answer.text).toContain('value="Rossi &amp; figli"');
    expect(answer.text).toContain('Kept &lt;b&gt;');
    // The other form of the page shows nothing of it.
    expect(answer.text.split('id="form-call-phone-error"')[1]?.slice(0, 80)).toContain('hidden');
    const optional = await visitor.post(path, {
      ...messageForms.form.fields(`bare.${locale}@example.com`, locale, text),
      ...webinar({ phone: '', company: '', question: '' }),
    });
    expect(optional.status).toBe(303);
  });

  test.each(bothForms)(
    'a program and a script that is too fast are told, and a crowd has to wait: %s',
    async (name) => {
      const visitor = new Visitor(site.url);
      const trapped = await sendForm(visitor, name, 'bot@example.com', { blank: 'x' });
      const fast = await sendForm(visitor, name, 'bot@example.com', { elapsed: '5' });
      for (const [answer, words] of [
        [trapped, 'trapped'],
        [fast, 'tooFast'],
      ] as const) {
        expect(readableText(answer.text)).toContain(readableText(translator('en')(`forms.${words}`)));
        expect(answer.text).toContain('value="bot@example.com"');
      }
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1)
        statuses.push(
          (
            await sendForm(visitor, name, 'crowd@example.com', {
              [messageForms[name].message]: `Question number ${count}`,
            })
          ).status,
        );
      expect(statuses.slice(0, 3)).toEqual([303, 303, 303]);
      expect(statuses.at(-1)).toBe(429);
    },
  );

  test('of two tabs, the one with the text before a change is told, keeps what was typed, and gives no consent', async () => {
    const visitor = new Visitor(site.url);
    const { text } = await visitor.get(formPath);
    const fields = messageForms.form.fields('tabs@example.com', 'en', text);
    const old = await visitor.post(formPath, { ...fields, 'form-webinar-version': '0'.repeat(16) });
    expect([old.status, readableText(old.text)]).toEqual([
      422,
      expect.stringContaining(readableText(translator('en')('forms.changed'))),
    ]);
    expect(old.text).toContain('value="Rossi &amp; figli"');
    expect(/<input[^>]*id="form-webinar-newsletter"[^>]*>/.exec(old.text)?.[0]).not.toContain('checked');
    const again = { ...fields, ...readVersion(old.text, 'webinar') };
    expect((await visitor.post(formPath, again)).location).toBe(messageForms.form.sent('en'));
  });

  test('a form that is not on the page, or not any more, and a page without a form, are refused with a sentence', async () => {
    const visitor = new Visitor(site.url);
    for (const path of [formPath, '/about']) {
      const answer = await visitor.post(`/it${path}`, {
        intent: 'form-withdrawn',
        'form-withdrawn-email': 'a@b.example',
      });
      expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([
        405,
        translator('it')('forms.withdrawn'),
        'GET, HEAD',
      ]);
    }
    expect((await visitor.get(`${formPath}?sent=webinar`)).status).toBe(200);
    for (const path of [`${formPath}?sent=other`, '/about?sent=webinar', '/contact?sent=webinar'])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  });

  test('the page is cached and the same for everybody, whatever parameters its address has', async () => {
    const visitor = new Visitor(site.url);
    const plain = await visitor.get(formPath);
    const referred = await visitor.get(`${formPath}?utm_source=search&gclid=abc`);
    expect(referred.text).toBe(plain.text);
    expect(plain.headers.get('cache-control')).toContain('public');
  });

  testSample(
    sample(
      locales.flatMap((locale) => [true, false].map((script) => [locale, script] as const)),
      ([locale, script]) => locale === 'it' && script,
    ),
    'in a browser, in %s, with a script: %s',
    async ([locale, javaScriptEnabled]) => {
      const t = translator(locale);
      const guest = await openPage(browser, {
        javaScriptEnabled,
        extraHTTPHeaders: { [addressHeader]: `10.9.${locales.indexOf(locale)}.${javaScriptEnabled ? 1 : 2}` },
      });
      const { page } = guest;
      await page.goto(`${site.url}${localePath(formPath, locale)}`);
      await lookAt(page);
      const form = page.locator('form:has([name=intent][value=form-webinar])');
      await form.getByLabel(formWords[locale].company).fill('Rossi');
      await form.getByRole('button', { name: t('forms.send') }).click();
      const summary = form.locator('[data-summary]');
      await summary.waitFor();
      expect(await summary.getByRole('link').count()).toBe(5);
      expect(await form.getByLabel(formWords[locale].company).inputValue()).toBe('Rossi');
      if (javaScriptEnabled) expect(await axeFaults(page, 'main')).toEqual([]);
      await form.locator('#form-webinar-name').fill('Anna Rossi');
      await form.locator('#form-webinar-email').fill(`browser-${locale}-${javaScriptEnabled}@example.com`);
      await form.locator('#form-webinar-country').selectOption('IT');
      await form.locator('#form-webinar-subject').selectOption({ index: 1 });
      await form.locator('#form-webinar-newsletter').check();
      // Nobody is that fast.
      if (javaScriptEnabled) await page.waitForFunction(() => performance.now() > 1500);
      await form.getByRole('button', { name: t('forms.send') }).click();
      await page.locator('#done').waitFor();
      expect(new URL(page.url()).search).toBe('?sent=webinar');
      if (javaScriptEnabled) expect(await axeFaults(page, 'main')).toEqual([]);
    },
  );
});
