/** Changed figures of an instrument reach every ticket and comparison at once, and pages also work without instruments and accounts. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Wire, startEditedSite } from '../sites/edited-site.ts';

const site = await startEditedSite();
beforeEach(() => site.reset());
afterAll(() => site.stop());

async function page(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual' });
  const html = await response.text();
  const text = html
    .replace(/data-props="[^"]*"/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');
  return { status: response.status, text };
}

const ticketPaths = ['/', '/cfd-asset-list/eurusd', '/trading-tools', '/trading-tools?symbol=EURUSD&currency=USD'];
const everywhere = locales.flatMap((locale) => ticketPaths.map((path) => localePath(path, locale)));
/** How the ticket computes the spread of a tenth of a lot, with either decimal sign. */
const shown = (text: string, tenths: string) => new RegExp(`× 0[.,]${tenths} × 0[.,]0001 `).test(text);

test('a spread that an editor changes appears in every ticket, in three languages', async () => {
  for (const path of everywhere) expect([path, shown((await page(path)).text, '6')]).toEqual([path, true]);
  await site.edit(({ documents }) => {
    for (const { type, wire } of documents) {
      if (type !== 'instrument' || (wire as Wire).id !== 'eurusd') continue;
      const { terms } = wire as { terms: { account: string; spread: number }[] };
      for (const one of terms) if (one.account === 'prime') one.spread = 0.9;
    }
  });
  for (const path of everywhere) {
    const { text } = await page(path);
    expect([path, shown(text, '9'), shown(text, '6')]).toEqual([path, true, false]);
  }
  // 9 dollars a lot on Prime, 8 on Master: another account is the cheapest now.
  expect((await page('/account-types')).text).toContain('Master: the cheapest');
});

test('the costs of a trade respect the swap-free days of the account type', async () => {
  const question = '/trading-tools?symbol=EURUSD&lots=1&nights=1&account=prime&currency=USD';
  expect((await page(question)).text).toContain('Swap-free days of Prime');
  await site.edit(({ documents }) => {
    for (const { type, wire } of documents)
      if (type === 'account-type' && (wire as Wire).id === 'prime')
        ((wire as Wire)['features'] as Record<string, unknown>)['swapFreeDays'] = 'none';
  });
  const { text } = await page(question);
  expect(text).not.toContain('Swap-free days of Prime');
  expect(text).toContain('USD −12.80');
});

test.each(['account-type', 'instrument'])('pages without any %s are served without a ticket', async (gone) => {
  await site.edit((content) => {
    content.documents = content.documents.filter(({ type }) => type !== gone);
  });
  const [home, , ...tools] = ticketPaths;
  for (const path of [
    home ?? '/',
    '/forex',
    ...tools,
    '/account-types',
    '/account-types?symbol1=EURUSD&lots1=1&deposit=100',
  ]) {
    const { status, text } = await page(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('Cost in all');
  }
  expect((await page('/api/costs?symbol=EURUSD')).status).toBe(404);
});
