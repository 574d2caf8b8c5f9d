/** The consent bar in a real browser (R43): its look, its visitors, and the record and proof of an answer. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { expectedWords } from '../expected-words.ts';
import { axeFaults } from '../axe.ts';
import { type ConsentSite, countCallbacks, proofSent, signals, startConsentSite } from '../sites/consent-site.ts';
import { settled } from '../browser.ts';
import { pairwise, sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';
import { bar, consentCookieValue, preferences, readConsent } from '../visitor-browser.ts';

const site = await startConsentSite();
afterAll(() => site.stop());
const come: ConsentSite['come'] = (options) => site.come(options);

/** Pressed again when it did not help, as a visitor does: a page that still scrolls by itself, or that a closing box still holds, ignores the key. */
const goToTop = (page: Page) =>
  until(async () => {
    await page.keyboard.press('Control+Home');
    // Another press would begin a movement again, so it is not pressed before the page rests.
    return page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          let [last, resting] = [scrollY, 0];
          const look = () => {
            resting = scrollY === last ? resting + 1 : 0;
            last = scrollY;
            if (resting < 10) requestAnimationFrame(look);
            else resolve(scrollY === 0);
          };
          look();
        }),
    );
  }, 'the top of the page');

describe('the bar', () => {
  test('R43: writes exactly the specified record, proves it with the shown text, and does not appear again', async () => {
    const guest = await come();
    const callbacks = await countCallbacks(guest.page);
    await guest.page.goto('/es/forex');
    await guest.page.waitForSelector(bar, { state: 'visible' });
    expect(guest.thirdParties).toEqual([]);
    expect(await signals(guest.page)).toEqual([
      [
        'consent',
        'default',
        {
          analytics_storage: 'denied',
          ad_storage: 'denied',
          ad_user_data: 'denied',
          ad_personalization: 'denied',
          wait_for_update: 500,
        },
      ],
    ]);
    const sent = proofSent(guest.page);
    await guest.page.click(`${bar} [data-role=necessary]`);
    await sent;
    const record = await readConsent(guest.context);
    expect(Object.keys(record ?? {}).sort()).toEqual([
      'categories',
      'consentId',
      'consentTimestamp',
      'data',
      'expirationTime',
      'languageCode',
      'lastConsentTimestamp',
      'revision',
      'services',
    ]);
    expect(record).toMatchObject({
      categories: ['necessary'],
      services: { necessary: [], analytics: [], ads: [] },
      data: null,
      languageCode: 'es',
    });
    const cookie = (await guest.context.cookies()).find(({ name }) => name === 'cc_cookie');
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
    expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(182);
    expect(await callbacks()).toEqual({ first: 1, change: 0, proofs: 1 });
    const proof = site.exported(record?.consentId ?? '');
    expect(proof.decisions).toEqual([
      expect.objectContaining({ categories: ['necessary'], locale: 'es', source: 'dialog' }),
    ]);
    expect(proof.texts[proof.decisions[0]?.textHash ?? '']?.translation.consentModal.title).toBe(
      expectedWords('es').consent.title,
    );

    await guest.page.goto('/es/crypto');
    await settled(guest.page);
    expect(await guest.page.locator('#cc-main').count()).toBe(0);
    expect(await callbacks()).toEqual({ first: 0, change: 0, proofs: 1 });
    expect(guest.thirdParties).toEqual([]);
    expect(guest.complaints).toEqual([]);
  });

  const looks = pairwise({
    screen: [
      { width: 390, height: 844, share: 1 / 3 },
      { width: 1440, height: 900, share: 1 / 5 },
    ],
    locale: locales,
    colorScheme: ['light', 'dark'] as const,
  });

  testSample(
    sample([...looks.chosen, ...looks.others], (_, index) => index < 2),
    'is at most a third of a phone, as low as its text allows on a desk, and the page behind it can be read: $screen.width px, $locale, $colorScheme',
    async ({ screen: { width, height, share }, locale, colorScheme }) => {
      const guest = await come({
        context: { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' },
      });
      await guest.page.goto(localePath('/about', locale));
      await guest.page.waitForSelector(bar, { state: 'visible' });
      const look = await guest.page.evaluate((selector) => {
        const element = document.querySelector(selector) as HTMLElement;
        const wrapper = element.closest('.cm-wrapper') as Element;
        const rgba = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
        const [red = 0, green = 0, blue = 0, alpha = 1] = rgba(getComputedStyle(wrapper, '::before').backgroundColor);
        // Relative luminance as WCAG defines it, of a colour below the scrim.
        const below = (color: string) => {
          const [r = 0, g = 0, b = 0] = rgba(color).map((part, index) => {
            const mixed = (part * (1 - alpha) + ([red, green, blue][index] ?? 0) * alpha) / 255;
            return mixed <= 0.04045 ? mixed / 12.92 : ((mixed + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const lead = document.querySelector('main h1 + *') as Element;
        const [text, ground] = [
          below(getComputedStyle(lead).color),
          below(getComputedStyle(document.documentElement).backgroundColor),
        ];
        return {
          share: element.offsetHeight / innerHeight,
          cut: element.scrollHeight - element.clientHeight,
          contrast: (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05),
          blocked: getComputedStyle(document.body).overflow,
        };
      }, bar);
      const variant = { locale, width, colorScheme };
      expect({ ...variant, low: look.share <= share, cut: look.cut }).toEqual({ ...variant, low: true, cut: 0 });
      expect({ ...variant, legible: look.contrast >= 4.5 }).toEqual({ ...variant, legible: true });
      expect({ ...variant, blocked: look.blocked }).toEqual({ ...variant, blocked: 'hidden' });
    },
  );

  /** `site/consent/consent-record.test.ts` has the rules. */
  const records: [name: string, seesBar: boolean, record: string][] = [
    ['valid for one day more', false, consentCookieValue({}, 181)],
    ['older than 182 days', true, consentCookieValue({}, 183)],
    ['of an earlier revision', true, consentCookieValue({ revision: 0 })],
    ['without an id', true, consentCookieValue({ consentId: '' })],
    ['without its times', true, consentCookieValue({ lastConsentTimestamp: '' })],
    ['that cannot be read', true, '%7Bbroken'],
  ];

  testSample(
    sample(records, (_, index) => index < 2),
    'R43: a record %s: asked again is %s',
    async ([, seesBar, value]) => {
      const guest = await come({ cookies: { cc_cookie: value } });
      await guest.page.goto('/crypto');
      await settled(guest.page);
      if (seesBar) {
        await guest.page.waitForSelector(bar, { state: 'visible' });
        const sent = proofSent(guest.page);
        await guest.page.click(`${bar} [data-role=necessary]`);
        await sent;
        expect((await readConsent(guest.context))?.expirationTime).toBeGreaterThan(Date.now() + 181 * 86_400_000);
      } else expect(await guest.page.locator('#cc-main').count()).toBe(0);
      expect(guest.complaints).toEqual([]);
    },
  );

  testSample(
    sample(['the mouse', 'the keyboard'], (means) => means === 'the keyboard'),
    'has a contact link that works although the page is inert: with %s the contact page is usable, and the question stays open',
    async (hand) => {
      const guest = await come({ context: { viewport: { width: 1280, height: 500 } } });
      const { page } = guest;
      const isHeld = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
      const showsContact = () =>
        page.evaluate(() => {
          const box = document.querySelector('#contact-page')?.getBoundingClientRect();
          return box && box.top >= 0 && box.top < innerHeight;
        });
      // The library moves the focus into the box 100 ms after it opens, and again with the end of its transition: a link that is followed before loses
      // it again. A timer of the same length that begins later ends later.
      const isOpen = async () => {
        await page.waitForFunction((box) => {
          const found = document.querySelector(box);
          return (
            found && getComputedStyle(found).opacity === '1' && found.getAnimations({ subtree: true }).length === 0
          );
        }, preferences);
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      };
      const follow = async () => {
        await page.waitForSelector(bar, { state: 'visible' });
        expect(await isHeld()).toBe(true);
        await page.click(`${bar} [data-role=show]`);
        await page.waitForSelector(preferences, { state: 'visible' });
        await isOpen();
        const link = page.locator(`${preferences} a[href="#contact-page"]`);
        if (hand === 'the mouse') await link.click();
        else await link.press('Enter');
        await page.waitForSelector(bar, { state: 'hidden' });
        await expect.poll(showsContact).toBe(true);
        expect([
          new URL(page.url()).hash,
          await isHeld(),
          await page.evaluate(() => document.activeElement?.id),
        ]).toEqual(['#contact-page', false, 'contact-page']);
      };
      await page.goto('/forex');
      await follow();
      const mail = page.locator('#contact-page a').first();
      if (hand === 'the mouse') await mail.click({ trial: true });
      else {
        await page.keyboard.press('Tab');
        expect(await mail.evaluate((link) => link === document.activeElement)).toBe(true);
      }
      expect(await readConsent(guest.context)).toBeNull();
      // The question returns after scrolling away from the contact details, and on the next page.
      await goToTop(page);
      await follow();
      await page.evaluate(() => document.querySelector<HTMLElement>('body > footer a[href="/about"]')?.click());
      await page.waitForURL('**/about');
      await page.waitForSelector(bar, { state: 'visible' });
      const sent = proofSent(page);
      await page.click(`${bar} [data-role=necessary]`);
      await sent;
      // Once the visitor has answered, leaving the contact details brings up no question.
      await page.click('[data-cookie-settings]');
      await page.waitForSelector(preferences, { state: 'visible' });
      await isOpen();
      await page.click(`${preferences} a[href="#contact-page"]`);
      await page.waitForSelector(preferences, { state: 'hidden' });
      // The page scrolls there after the box has closed.
      await expect.poll(showsContact).toBe(true);
      await goToTop(page);
      expect([
        await page
          .locator(bar)
          .isVisible()
          .catch(() => false),
        guest.complaints,
      ]).toEqual([false, []]);
    },
  );

  const crawlers = ['Googlebot/2.1', 'a crawler', 'Baiduspider', 'Yahoo! Slurp', 'Teoma'];

  testSample(
    sample(crawlers, (_, index) => index === 0),
    '%s does not see it and is asked for no more than the notice needs',
    async (userAgent) => {
      const guest = await come({ country: 'DE', context: { userAgent } });
      const requestedPaths: string[] = [];
      guest.page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname));
      await guest.page.goto('/forex');
      await settled(guest.page);
      expect(requestedPaths.filter((path) => path.startsWith('/api/'))).toEqual(['/api/geo']);
      expect(await guest.page.locator('#cc-main').count()).toBe(0);
    },
  );
});

test.each(['reduce', 'no-preference'] as const)(
  'the preferences take the focus when they open, with motion %s',
  async (reducedMotion) => {
    const guest = await come({ context: { reducedMotion } });
    await guest.page.goto('/about');
    await guest.page.locator(`${bar} [data-role=show]`).click();
    await expect
      .poll(() => guest.page.evaluate((dialog) => document.activeElement?.closest(dialog) !== null, preferences))
      .toBe(true);
  },
);

/** A small phone, and a desktop of 1280 by 800 at 200 % zoom. */
const tight = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

const tightLooks = locales.flatMap((locale) => tight.map((viewport) => ({ locale, ...viewport })));

testSample(
  sample(tightLooks, (_, index) => [0, 3].includes(index)),
  'in $locale, at $width px: every text in its language, nothing beside the screen, axe is content, and the keyboard is enough',
  async ({ locale, width, height }) => {
    const words = expectedWords(locale).consent;
    const guest = await come({ context: { viewport: { width, height } } });
    const { page } = guest;
    await page.goto(locale === 'en' ? '/forex' : `/${locale}/forex`);
    await page.waitForSelector(bar, { state: 'visible' });
    expect(await page.locator(`${bar} h2`).textContent()).toBe(words.title);
    expect(await page.locator(`${bar} button`).allTextContents()).toEqual([
      words.acceptAll,
      words.rejectAll,
      words.managePreferences,
    ]);
    await expect
      .poll(() => page.locator(bar).evaluate((element) => getComputedStyle(element).transform))
      .toMatch(/none|matrix\(1, 0, 0, 1, 0, 0\)/);
    expect(await axeFaults(page, '#cc-main')).toEqual([]);
    for (
      let presses = 0;
      presses < 12 && !(await page.evaluate(() => document.activeElement?.getAttribute('data-role') === 'show'));
      presses += 1
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector(preferences, { state: 'visible' });
    await expect
      .poll(() => page.locator(preferences).evaluate((element) => getComputedStyle(element).opacity))
      .toBe('1');
    expect(await axeFaults(page, '#cc-main .pm')).toEqual([]);
    expect(await page.locator(`${preferences} .pm__footer button`).allTextContents()).toEqual([
      words.acceptAll,
      words.rejectAll,
      words.acceptSelection,
    ]);
    expect(await page.locator(`${preferences} a[href="#contact-page"]`).count()).toBe(1);
    expect(await page.locator('#contact-page').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.keyboard.press('Escape');
    await page.waitForSelector(preferences, { state: 'hidden' });
  },
);
