/** Tests a page after the site accepted a form: the notice, the toast, the way back, and a reload. */
import { afterAll, expect, test } from 'vitest';
import { pdf } from './cv-files.ts';
import { translator } from '../../site/i18n/translate.ts';
import { expectedWords } from '../expected-words.ts';
import { addressHeader } from '../sites/account-site.ts';
import { axeFaults } from '../axe.ts';
import { type WatchedPage, sharedChromium, lookAt, openPage } from '../browser.ts';
import { formPath, formWords, startFormSite } from '../sites/form-site.ts';
import { sample, testSample } from '../sampled.ts';

let guests = 0;
const site = await startFormSite('sqlite');
const browser = await sharedChromium();
afterAll(() => site.stop());

/** Opens a page as a new visitor. @param loaded receives the addresses that the page requests. */
async function come(path: string, javaScriptEnabled = true, loaded: string[] = []): Promise<WatchedPage> {
  guests += 1;
  const guest = await openPage(browser, {
    javaScriptEnabled,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { [addressHeader]: `10.7.0.${guests}` },
  });
  guest.page.on('request', (request) => loaded.push(request.url()));
  await guest.page.goto(`${site.url}${path}`);
  return guest;
}

async function press({ page }: WatchedPage, name: string): Promise<void> {
  await lookAt(page);
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

async function write(guest: WatchedPage, path: (typeof sentForms)[number][0]): Promise<void> {
  const { page } = guest;
  if (path === `/it${formPath}`) {
    await page.locator('#form-webinar-name').fill('Inés Núñez');
    await page.locator('#form-webinar-email').fill('ines@example.com');
    await page.locator('#form-webinar-country').selectOption('ES');
    await page.locator('#form-webinar-subject').selectOption(formWords.it.choices[1] ?? '');
    await page.locator('#form-webinar-newsletter').check();
    await lookAt(page);
    // The page has another form below it.
    return page
      .getByRole('button', { name: translator('it')('forms.send') })
      .first()
      .click();
  }
  await page.locator('#name').fill('Inés Núñez');
  await page.locator('#email').fill('ines@example.com');
  if (path === '/careers') {
    await page.locator('#job').selectOption({ index: 1 });
    await page.locator('#cv').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf });
    return press(guest, translator('en')('application.send'));
  }
  await page.locator('#topic').selectOption('trading');
  await page.locator('#message').fill('Quisiera saber cómo funciona.');
  return press(guest, translator('es')('enquiry.send'));
}

const sentForms = [
  ['/es/contact', expectedWords('es').sent.enquiryHeading],
  ['/careers', expectedWords('en').sent.applicationHeading],
  [`/it${formPath}`, translator('it')('enquiry.sentHeading')],
] as const;
const oneForm = sample(sentForms, ([path]) => path === '/careers');

testSample(
  oneForm,
  'a toast repeats the text of the notice, and only the toast is announced: %s',
  async ([path, sentence]) => {
    const loaded: string[] = [];
    const guest = await come(path, true, loaded);
    const { page } = guest;
    const toast = page.locator('.Toastify__toast');
    // The page loads neither a toast nor the code for toasts before it shows one.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/background-')),
    );
    expect(loaded.filter((url) => url.includes('toast-region'))).toEqual([]);
    await write(guest, path);
    await toast.waitFor();
    expect(await toast.textContent()).toContain(sentence);
    expect(await page.locator('#done').getByRole('heading', { name: sentence }).isVisible()).toBe(true);
    expect(await page.getByRole('status').filter({ hasText: sentence }).count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    expect(guest.complaints).toEqual([]);
    // The toast appears only once: a reloaded page has just its notice.
    await page.reload();
    // This is the last script that every page loads.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/background-')),
    );
    expect(await toast.count()).toBe(0);
    expect(await page.getByRole('status').filter({ hasText: sentence }).getAttribute('id')).toBe('done');
  },
);

test('a form can be sent again after the visitor stopped the request', async () => {
  const guest = await come('/es/contact');
  const { page } = guest;
  await page.clock.install();
  await page.reload();
  // The request fails as if the visitor had pressed the browser's Stop button.
  await page.route('**/es/contact', (route) => route.abort('aborted'), { times: 1 });
  await write(guest, '/es/contact');
  const form = page.locator('main form[data-form]');
  expect(await form.getAttribute('aria-busy')).toBe('true');
  await page.clock.runFor(15_000);
  expect(await form.getAttribute('aria-busy')).toBeNull();
  await form.getByRole('button', { name: translator('es')('enquiry.send'), exact: true }).click();
  await page.locator('#done').waitFor();
});

testSample(
  sample([true, false], (javaScript) => javaScript),
  'Clear empties the fields that the server filled after a mistake, JavaScript %s',
  async (javaScript) => {
    const guest = await come('/careers', javaScript);
    const { page } = guest;
    await page.locator('#name').fill('Inés Núñez');
    await page.locator('#email').fill('ines@example.com');
    await page.locator('#job').selectOption({ index: 1 });
    // Only the server inspects the file's content.
    await page
      .locator('#cv')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') });
    await press(guest, translator('en')('application.send'));
    await page.locator('#cv-error').getByText(expectedWords('en').errors.cvKind).waitFor();
    expect(await page.locator('#name').inputValue()).toBe('Inés Núñez');
    await press(guest, translator('en')('application.clear'));
    if (javaScript) await page.locator('.said').getByText(translator('en')('application.cleared')).waitFor();
    else await page.waitForURL(/\/careers\?#apply$/);
    expect(await page.locator('#name').inputValue()).toBe('');
    expect(await page.locator('#job').inputValue()).toBe('');
    expect(await page.locator('#cv-error').isVisible()).toBe(false);
  },
);

test('the notice has the role status without JavaScript', async () => {
  const guest = await come('/es/contact', false);
  await write(guest, '/es/contact');
  const notice = guest.page.getByRole('status').filter({ hasText: expectedWords('es').sent.enquiryHeading });
  await notice.waitFor();
  expect(await notice.getAttribute('id')).toBe('done');
});
