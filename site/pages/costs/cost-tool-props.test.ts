/** Tests which documents a page with a ticket depends on: hundreds of pages have a ticket, and there may be thousands of instruments. */
import { expect, test } from 'vitest';
import { translator } from '../../i18n/translate.ts';
import { buildPageTicket } from './cost-tool-props.ts';
import { demonstrationReplica } from '../../../tests/sites/demonstration.ts';

const replica = await demonstrationReplica();

test.each([
  ['NVDA', 'stock'],
  ['missing', 'crypto'],
] as const)('the ticket of %s depends only on its instrument and on currency pairs', (symbol, assetClass) => {
  const read = replica.reader();
  const ticket = buildPageTicket(symbol, assetClass, { read, locale: 'en', t: translator('en') });
  const subject = ticket?.facts.subject;
  expect(subject?.assetClass).toBe(assetClass);
  const pairs = new Set(
    replica
      .reader()
      .list('instrument', 'en')
      .filter(({ assetClass: one }) => one.startsWith('forex'))
      .map(({ id }) => id),
  );
  const others = [...read.tags].filter((tag) => {
    const [kind, type, id = ''] = tag.split(':');
    return (
      kind === 'doc' && type === 'instrument' && !pairs.has(id) && ![subject?.symbol.toLowerCase(), symbol].includes(id)
    );
  });
  expect(others).toEqual([]);
  // A list of everything would make every page stale with each instrument that is added.
  expect(read.tags).not.toContain('list:instrument:en');
});
