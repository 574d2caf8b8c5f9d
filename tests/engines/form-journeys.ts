/** The journeys in which something is typed: registration, an application, the search, the cost ticket. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf } from '../accounts/cv-files.ts';
import { translator } from '../../site/i18n/translate.ts';
import { until } from '../until.ts';
import type { EnginePage } from './engine.ts';
import {
  type EngineSite,
  arrived,
  choose,
  fill,
  readPath,
  scriptsReady,
  seen,
  shows,
  readValue,
} from './engine-site.ts';

const submit = 'main form[data-form] button:not([type])';

/** Waits until the form has been open for as long as the server demands. */
const lookAt = (page: EnginePage, milliseconds = 800) =>
  seen(page, 'some time', (least) => performance.now() > least, milliseconds);

export function describeFormJourneys(site: () => EngineSite): void {
  test('registration shows mistakes in place, has two steps, goes back without the password, and confirms', async () => {
    const t = translator('es');
    const email = 'otra@example.com';
    const page = await site().come('/es/register');
    await scriptsReady(page);
    await fill(page, '#email', 'nadie');
    await fill(page, '#password', 'Secret1!x');
    await page.click('button[data-reveal]');
    expect(await page.run(() => document.querySelector<HTMLInputElement>('#password')?.type)).toBe('text');
    site().front.requests();
    await page.click(submit);
    await shows(page, '#email-error', t('forms.errors.email'));
    expect(
      site()
        .front.requests()
        .filter((request) => request.startsWith('POST')),
    ).toEqual([]);
    expect(await readValue(page, '#email')).toBe('nadie');
    await fill(page, '#email', email);
    await lookAt(page);
    await page.click(submit);
    await shows(page, 'main', t('register.account', { email }));
    await fill(page, '#firstName', 'Ana');
    await lookAt(page);
    await page.run(
      (text) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click(),
      t('register.back'),
    );
    await shows(page, '#email');
    expect([await readValue(page, '#email'), await readValue(page, '#password')]).toEqual([email, '']);
    await fill(page, '#password', 'Secret1!x');
    await lookAt(page);
    await page.press('Enter');
    await shows(page, '#firstName');
    expect(await readValue(page, '#firstName')).toBe('Ana');
    await scriptsReady(page);
    await fill(page, '#lastName', 'Rossi');
    await choose(page, '#country', 'IT');
    await page.click('#initiative');
    await shows(page, '[data-dial-output]', '+39');
    await fill(page, '#phone', '02 1234 5678');
    await page.click('#terms');
    await lookAt(page, 1700);
    await page.click(submit);
    await shows(page, 'main', t('register.sentText', { email }));
    await until(async () => (await site().mails()).some((mail) => mail.includes(email)), 'the mail');
  });

  test('an application with a CV shows a mistake in place, and is then sent', async () => {
    const t = translator('it');
    const folder = mkdtempSync(join(tmpdir(), 'brokerfront-cv-'));
    const file = join(folder, 'cv.pdf');
    writeFileSync(file, pdf);
    const page = await site().come('/it/careers', { width: 1280 });
    await scriptsReady(page);
    const first = await page.run(() => document.querySelector<HTMLSelectElement>('#job')?.options[1]?.value);
    await choose(page, '#job', first ?? '');
    await fill(page, '#name', 'Anna Rossi');
    await fill(page, '#email', 'anna@example.com');
    await lookAt(page);
    await page.click('#apply button:not([type])');
    await shows(page, '#cv-error');
    await page.chooseFile('#cv', file);
    await page.click('#apply button:not([type])');
    await shows(page, '#done', t('application.sentHeading'));
    expect(await readPath(page)).toContain('/it/careers');
    rmSync(folder, { recursive: true });
  });

  test('the search shows suggestions while typing, then results', async () => {
    const page = await site().come('/es/search');
    await scriptsReady(page);
    await fill(page, 'main [name=q]', 'margen');
    await seen(page, 'suggestions', () => document.querySelectorAll('main [role=option]').length > 0);
    // The suggestions lie over the button.
    await page.press('Enter');
    await arrived(page, '/es/search?q=margen');
    await shows(page, '#results a');
    expect(await readValue(page, 'main [name=q]')).toBe('margen');
  });

  test('the cost ticket answers while the visitor types', async () => {
    const page = await site().come('/es');
    await scriptsReady(page);
    // The select has no system style, because WebKit would paint its own button over the colours of the field.
    expect(
      await page.run(() => [
        ...new Set([...document.querySelectorAll('main select')].map((list) => getComputedStyle(list).appearance)),
      ]),
    ).toEqual(['none']);
    await page.run(() =>
      document.querySelector('is-land[data-name=cost-tool]')?.scrollIntoView({ behavior: 'instant' }),
    );
    const tool = 'is-land[data-name=cost-tool]';
    await fill(page, `${tool} [name=symbol]`, 'oro');
    await shows(page, `${tool} caption`, 'Oro, 0,1 lotes');
    await fill(page, `${tool} [name=lots]`, '0,5');
    await choose(page, `${tool} [name=from]`, 'wednesday');
    await choose(page, `${tool} [name=account]`, 'discovery');
    await shows(page, `${tool} table`, '−107,00');
    await shows(page, `${tool} *`, 'Oro: ');
  });
}
