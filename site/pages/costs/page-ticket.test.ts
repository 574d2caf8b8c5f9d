/** What a page with a ticket depends on: hundreds of pages have one, and a set may have thousands of instruments. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesFeed } from '../../../content/feed/files/files-feed.ts';
import { type Mirror, openMirror } from '../../../content/mirror/mirror.ts';
import { projectRoot } from '../../../scripts/project-root.ts';
import { translator } from '../../i18n/translate.ts';
import { pageTicket } from './page-ticket.ts';

let mirror: Mirror;
beforeAll(async () => {
  mirror = openMirror(':memory:', () => undefined);
  mirror.apply(await filesFeed(`${projectRoot}/demo`).snapshot());
});
afterAll(() => mirror.close());

test.each([
  ['NVDA', 'stock'],
  ['missing', 'crypto'],
] as const)(
  'the ticket of %s depends on its instrument and on currency pairs, and on no other',
  (symbol, assetClass) => {
    const read = mirror.reader();
    const ticket = pageTicket(symbol, assetClass, { read, locale: 'en', t: translator('en') });
    const own = ticket?.facts.subject;
    expect(own?.assetClass).toBe(assetClass);
    const pairs = new Set(
      mirror
        .reader()
        .list('instrument', 'en')
        .filter(({ assetClass: one }) => one.startsWith('forex'))
        .map(({ id }) => id),
    );
    const others = [...read.tags].filter((tag) => {
      const [kind, type, id = ''] = tag.split(':');
      return (
        kind === 'doc' && type === 'instrument' && !pairs.has(id) && ![own?.symbol.toLowerCase(), symbol].includes(id)
      );
    });
    expect(others).toEqual([]);
    // A list of everything would make every page stale with each instrument that is added.
    expect(read.tags).not.toContain('list:instrument:en');
  },
);
