/**
 * The screens as the specification lists their parts (R06, R10 to R13, R15, R20, R22): which parts, in which order, with which words, in
 * every language.
 */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import type { Cell } from '../../content/model-blocks.ts';
import { accountFeatureKeys } from '../../content/model-values.ts';
import { plainText } from '../../content/plain-text.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, localeRecords, locales } from '../../content/locales.ts';
import { translator } from '../../site/i18n/translate.ts';
import { buildFooterColumns } from '../../site/layout/footer-columns.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { inTurn } from '../sampled.ts';
import { demonstrationReplica } from '../sites/demonstration.ts';

const siteUrl = inject('siteUrl');
const replica = await demonstrationReplica();
const browser = await sharedChromium();

async function open(path: string, locale: Locale, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${siteUrl}${localePath(path, locale)}`);
  await look(page);
  await close();
}

const texts = async (page: Page, selector: string) =>
  (await page.locator(selector).allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
/** Compares the text of cells with ordinary spaces. */
const name = (text: string) => plainText(text).replace(/\s+/g, ' ').trim();

describe.each(locales)('in %s', (locale) => {
  const t = translator(locale);
  const read = () => replica.reader();
  const address = (url: string) => (url.startsWith('http') ? url : localePath(url, locale));

  test(
    'the header has logo, menu by position with its groups and columns, languages, and account buttons with the texts of the content',
    inTurn(locales, locale, 0),
    () =>
      open('/about', locale, async (page) => {
        expect(await page.locator('[data-header] a:has(img)').first().getAttribute('href')).toBe(
          localePath('/', locale),
        );
        const items = read().list('header-nav-item', locale);
        expect(items.map(({ menuPosition }) => menuPosition)).toEqual(
          items.map(({ menuPosition }) => menuPosition).toSorted((a, b) => a - b),
        );
        expect(await texts(page, '[data-header] nav summary')).toEqual(items.map((item) => item.name));
        const links = items.flatMap(({ content }) => content.flatMap((block) => block.links));
        expect(
          await page
            .locator('[data-header] nav details a')
            .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('target')])),
        ).toEqual(links.map((link) => [address(link.url), link.openInNewTab ? '_blank' : null]));
        const columns = items.flatMap(({ content }) =>
          content.filter((block) => block.component === 'header.nav-column'),
        );
        expect(columns.length).toBeGreaterThan(0);
        expect(await texts(page, '[data-header] nav details div div p')).toEqual(
          columns.map((column) => name(column.name)),
        );
        expect(await texts(page, '[data-header] nav details > div > p')).toEqual(
          items.map(({ text }) => text && name(text)),
        );
        expect(await page.locator('[data-header] nav details p svg').count()).toBe(
          columns.filter((column) => column.icon).length,
        );
        const header = read().single('header', locale);
        const shown = (path: string) => page.locator(`[data-header] a[href="${localePath(path, locale)}"]:visible`);
        expect([await shown('/login').textContent(), await shown('/register').textContent()]).toEqual([
          header?.loginButtonText,
          header?.signupButtonText,
        ]);
        const switcher = page.locator('[data-header] details:has([data-language])');
        expect(await switcher.locator('summary').textContent()).toMatch(new RegExp(`^${locale.toUpperCase()} `));
        // The flag, and the arrow of the dropdown.
        expect(await switcher.locator('summary svg').count()).toBe(2);
        expect(await page.locator('a[data-language] svg').count()).toBe(locales.length);
        expect(await texts(page, 'a[data-language]')).toEqual(locales.map((each) => localeRecords[each].name));
      }),
  );

  test(
    'the footer has logo, badges, contact, columns, socials, payments, additional links and disclaimer',
    inTurn(locales, locale, 1),
    () =>
      open('/about', locale, async (page) => {
        const footer = read().single('footer', locale);
        if (!footer) throw new Error('the demonstration has no footer');
        expect(await page.locator('footer a:has(img)').first().getAttribute('href')).toBe(localePath('/', locale));
        const images = (items: readonly { name: string; link: string }[]) =>
          items.map((item) => [item.name, address(item.link)]);
        for (const items of [footer.downloads, footer.socialsItems]) {
          const [first] = items;
          const list = page.locator(`footer ul:has(img[alt="${first?.name}"])`).last();
          expect(
            await list
              .locator('a')
              .evaluateAll((all) => all.map((link) => [link.querySelector('img')?.alt, link.getAttribute('href')])),
          ).toEqual(images(items));
        }
        const contact = page.locator('#contact-page');
        const lines =
          footer.contact?.links.map(({ phone, name: words, url }) =>
            [phone, words && url ? words : null].filter(Boolean).join(''),
          ) ?? [];
        expect(await contact.locator('ul').first().locator('li').allTextContents()).toEqual(lines);
        expect(await contact.textContent()).toContain(footer.contact?.name);
        const columns = buildFooterColumns(read().list('footer-links', locale));
        expect(
          await page
            .locator(`footer nav[aria-label="${t('layout.footerMenu')}"] a`)
            .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
        ).toEqual(columns.flat().flatMap((group) => group.links.map((link) => address(link.url))));
        const sizes = columns.map((groups) => groups.reduce((sum, group) => sum + group.links.length, 0));
        expect(sizes[0]).toBe(Math.max(...sizes));
        for (const heading of [
          ...columns
            .flat()
            .map((group) => group.name)
            .filter(Boolean),
          footer.socialsTitle ?? t('layout.followUs'),
          t('layout.paymentMethods'),
        ])
          expect(await texts(page, 'footer p')).toContain(heading);
        const payments = page.locator('footer').getByText(t('layout.paymentMethods'), { exact: true }).locator('..');
        expect(footer.paymentMethodsItems.length).toBeGreaterThan(0);
        expect(
          await payments.locator('img').evaluateAll((all) => all.map((image) => image.getAttribute('alt'))),
        ).toEqual(footer.paymentMethodsItems.map(({ alt }) => alt));
        for (const link of footer.additionalLinks)
          expect(
            await page
              .locator(`footer nav[aria-label="${t('layout.legalMenu')}"] a[href="${address(link.url)}"]`)
              .textContent(),
          ).toContain(link.name);
        expect((await texts(page, 'footer div')).join(' ')).toContain(
          plainText(footer.text).replace(/\s+/g, ' ').trim().slice(0, 200),
        );
      }),
  );

  test('the error screen has its title, heading, text, picture and button', inTurn(locales, locale, 2), () =>
    open('/no-such-page', locale, async (page) => {
      expect(await page.title()).toBe(
        `${t('notFound.pageTitle')} | ${read().single('common-datum', locale)?.siteName}`,
      );
      expect(await page.locator('h1').textContent()).toBe(t('notFound.title'));
      expect(await page.locator('main').textContent()).toContain(t('notFound.body'));
      expect(
        await page
          .locator('main img[alt=""]')
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      ).toBe(true);
      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('notFound.button') })
          .getAttribute('href'),
      ).toBe(localePath('/', locale));
    }),
  );

  test(
    'registration names both steps and has the fields of the first, and at the old address those of both',
    inTurn(locales, locale, 3),
    async () => {
      await open('/register', locale, async (page) => {
        expect(await texts(page, 'main ol:has([aria-current=step]) li')).toEqual([
          t('register.accountInfo'),
          t('register.personalDetails'),
        ]);
        expect(await page.locator('main ol li[aria-current=step]').textContent()).toBe(t('register.accountInfo'));
        expect(await page.locator('main input:visible').evaluateAll((all) => all.map((field) => field.id))).toEqual(
          expect.arrayContaining(['email', 'password']),
        );
        expect(await page.locator('#firstName').count()).toBe(0);
      });
      await open('/old-register', locale, async (page) => {
        for (const field of 'email password account currency firstName lastName country initiative phone promoCode terms'.split(
          ' ',
        ))
          expect([field, await page.locator(`main #${field}`).count()]).toEqual([field, 1]);
        expect(await page.locator('label[for=promoCode]').textContent()).toContain(t('forms.optional'));
        expect(
          await page.locator('main label a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
        ).toEqual(['/legal/terms-of-service', '/privacy-policy'].map(address));
      });
    },
  );

  test(
    'the news page has title, latest, view all, categories with All, news of the week and tags; an article can be shared',
    inTurn(locales, locale, 4),
    async () => {
      await open('/news-center', locale, async (page) => {
        const specified: Partial<Record<Locale, string>> = {
          en: 'News Updates',
          es: 'Actualidad del mercado',
          it: 'Notizie dai mercati',
        };
        const hero = read()
          .get('page', 'news-center', locale)
          ?.blocks.find((block) => block.component === 'blocks.hero');
        expect(await page.locator('h1').textContent()).toBe(specified[locale] ?? hero?.heading);
        expect(await texts(page, 'main h2')).toEqual(
          expect.arrayContaining([t('news.latest'), t('news.newsOfTheWeek'), t('news.categories'), t('news.tags')]),
        );
        expect(
          await page
            .getByRole('main')
            .getByRole('link', { name: t('news.viewAll') })
            .first()
            .getAttribute('href'),
        ).toBe(localePath('/news-center/news', locale));
        const categories = await texts(page, 'section[aria-labelledby=categories] a');
        expect(categories[0]).toBe(t('news.all'));
        expect(categories.slice(1)).toEqual(
          expect.arrayContaining(
            read()
              .list('news-category', locale)
              .map((category) => category.name),
          ),
        );
        const [week] = read().list('news-article', locale, { relation: ['flag', 'newsOfTheWeek'], limit: 1 });
        expect((await texts(page, 'section[aria-labelledby=week]')).join(' ')).toContain(
          week?.title.replaceAll('\u00a0', ' '),
        );
        expect(await page.locator('section[aria-labelledby=tags] a[href*="/news-tags/"]').count()).toBeGreaterThan(0);
      });
      const article = read().list('news-article', locale)[0];
      await open(`/news/${article?.slug}`, locale, async (page) => {
        expect(await page.locator('is-land').textContent()).toContain(t('article.copyLink'));
      });
    },
  );

  test(
    'the careers page has a table of title, location and department; a visitor can apply, attach, send and clear',
    inTurn(locales, locale, 5),
    () =>
      open('/careers', locale, async (page) => {
        const [title, location, department] = [t('careers.jobTitle'), t('careers.location'), t('careers.department')];
        expect((await texts(page, '[aria-labelledby=positions] thead th')).slice(0, 3)).toEqual([
          title,
          location,
          department,
        ]);
        const jobs = read().list('job', locale);
        expect(jobs.length).toBeGreaterThan(0);
        expect(
          await page
            .locator('[aria-labelledby=positions] tbody tr')
            .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))),
        ).toEqual(jobs.map((job) => [job.title, job.location, job.department]));
        expect(await texts(page, '[aria-labelledby=positions] tbody td:last-child a')).toEqual(
          jobs.map(() => t('careers.apply')),
        );
        expect(await page.locator('input#cv[type=file]').count()).toBe(1);
        expect(await page.locator('label[for=cv]').textContent()).toContain(t('application.attach'));
        expect(await texts(page, 'main form button:visible')).toEqual([t('application.send'), t('application.clear')]);
        await page.locator('#name').fill('Anna Rossi');
        await page.getByRole('button', { name: t('application.clear'), exact: true }).click();
        await expect.poll(() => page.locator('#name').inputValue()).toBe('');
      }),
  );

  test(
    'the account page compares Discovery, Prime and Master in sixteen features, with the note on Silver',
    inTurn(locales, locale, 6),
    () =>
      open('/account-types', locale, async (page) => {
        const accounts = read().list('account-type', locale);
        expect(accounts.map((account) => account.name)).toEqual(['Discovery', 'Prime', 'Master']);
        expect(accountFeatureKeys).toEqual([
          'minimumDeposit',
          'pammMam',
          'tradesInsurance',
          'negativeBalance',
          'prioritySupport',
          'bonus',
          'dynamicLeverage',
          'spreads',
          'stopOut',
          'mt5Access',
          'marketReviews',
          'oneToOneEducation',
          'demoCoaching',
          'accountRepMeetings',
          'swapFreeDays',
          'availableCurrencies',
        ]);
        const table = page
          .locator('main table')
          .filter({ has: page.getByText(t('accountFeatures.stopOut'), { exact: true }) })
          .first();
        expect((await table.locator('thead th').allTextContents()).join(' ')).toMatch(/Discovery.*Prime.*Master/);
        expect((await table.locator('tbody th').allTextContents()).map((text) => text.trim())).toEqual(
          accountFeatureKeys.map((key) => t(`accountFeatures.${key}`)),
        );
        // Screen readers get words for a tick and a dash.
        const readCell = (cell: Cell) =>
          typeof cell === 'boolean'
            ? t(cell ? 'blocks.yes' : 'blocks.no')
            : typeof cell === 'number'
              ? new Intl.NumberFormat(localeRecords[locale].tag).format(cell)
              : name(String(cell));
        const cells = (await table.locator('tbody td').allTextContents()).map((text) =>
          text.replace(/\s+/g, ' ').trim(),
        );
        expect(cells).toEqual(
          accountFeatureKeys.flatMap((key) => accounts.map((account) => readCell(account.features[key]))),
        );
        for (const currencies of cells.slice(-accounts.length)) expect(currencies).toMatch(/EUR.*USD/);
        expect(await page.locator('main').textContent()).toMatch(/Silver/);
      }),
  );
});

test('the notice on Silver is on the pages that describe and open accounts, in every language', async () => {
  for (const locale of locales)
    for (const path of ['/account-types', '/register', '/old-register', '/']) {
      const html = await (
        await fetch(`${siteUrl}${localePath(path, locale)}`, { headers: { 'user-agent': 'bot' } })
      ).text();
      expect([locale, path, /Silver/.test(html)]).toEqual([locale, path, true]);
    }
});

test('every topic of the specification has a page in every language, with a heading and text of its own', async () => {
  const topics = [
    '/forex',
    '/crypto',
    '/stocks',
    '/indices',
    '/commodities',
    '/cfd-trading',
    '/copy-trading',
    '/webtrader',
    '/app',
    '/mt5',
    '/account-types',
    '/trading-hours',
    '/trading-tools',
    '/affiliate',
    '/ib',
    '/partners',
    '/careers',
    '/news-center',
    '/education-center',
    '/glossary',
    '/faqs',
    '/regulation',
    '/privacy-policy',
    '/cookie-disclosure',
  ];
  const headings = new Set<string>();
  for (const locale of locales)
    for (const path of topics) {
      const html = await (await fetch(`${siteUrl}${localePath(path, locale)}`)).text();
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect([locale, path, plainText(main).length > 600]).toEqual([locale, path, true]);
      headings.add(`${locale} ${/<h1[^>]*>(.*?)<\/h1>/s.exec(main)?.[1]}`);
    }
  expect(headings.size).toBe(topics.length * locales.length);
});

test('the English texts are the specified ones', () => {
  const t = translator('en');
  expect([t('notFound.pageTitle'), t('notFound.title'), t('notFound.button')]).toEqual([
    '404 - Page Not Found',
    'Oops! Page Not Found',
    'Return to Home',
  ]);
  expect(t('notFound.body')).toMatch(/may have been moved or removed|may have moved or been removed/);
  expect([t('register.accountInfo'), t('register.personalDetails')]).toEqual(['Account Info', 'Personal Details']);
  expect([t('register.continueToDetails'), t('register.back'), t('register.create')]).toEqual([
    'Continue',
    'Back',
    'Create account',
  ]);
  expect([t('careers.apply'), t('application.clear'), t('application.attach'), t('application.send')]).toEqual([
    'Apply',
    'Clear',
    'Attach CV',
    'Send CV',
  ]);
  expect([t('layout.followUs'), t('layout.paymentMethods'), t('news.all')]).toEqual([
    'Follow us on:',
    'Payment Methods',
    'All',
  ]);
  expect([
    t('consent.title'),
    t('consent.acceptAll'),
    t('consent.managePreferences'),
    t('consent.rejectAll'),
    t('consent.acceptSelection'),
  ]).toEqual([
    'This website uses cookies',
    'Accept all',
    'Manage preferences',
    'Reject all',
    'Accept current selection',
  ]);
  expect(t('euNotice.operator')).toMatch(/regulated investment firm.*FSCA/);
  expect(t('euNotice.scope')).toMatch(/not directed at residents of the European Union.*MiFID II/);
  expect([t('euNotice.initiative'), t('euNotice.continue')]).toEqual([
    expect.stringContaining('own exclusive initiative'),
    'Continue',
  ]);
});

test('a link to another site is a full page load', async () => {
  const { page } = await openPage(browser);
  await page.route('https://another-site.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
  );
  await page.goto(`${siteUrl}/about`);
  await page.evaluate(() =>
    document.querySelector('#site-menu')?.append(
      Object.assign(document.createElement('a'), {
        id: 'other-site-link',
        href: 'https://another-site.example/page',
        textContent: 'Elsewhere',
      }),
    ),
  );
  const request = page.waitForRequest('https://another-site.example/page');
  await page.click('#other-site-link');
  expect((await request).isNavigationRequest()).toBe(true);
  await page.waitForURL('https://another-site.example/page');
});

test('background work of a page waits for about a second after it is idle', async () => {
  const { page } = await openPage(browser);
  const manifest = page.waitForResponse('**/_builds/meta/*.json');
  await page.goto(`${siteUrl}/about`);
  await (await manifest).finished();
  // The test has only a lower limit, because a busy machine is late.
  const early = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (
      (performance.getEntriesByType('resource').find(({ name: address }) => address.includes('/_builds/meta/'))
        ?.startTime ?? 0) - (navigation?.loadEventStart ?? 0)
    );
  });
  expect(early).toBeGreaterThan(900);
});
