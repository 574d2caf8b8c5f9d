import { expect, test } from 'vitest';
import { typesetNumbers } from './number-typesetting.ts';

test.each([
  ['USD -6.80 a lot', 'USD·−6.80 a lot'],
  ['-6,80 USD por lote', '−6,80·USD por lote'],
  ['0.6 pips, 0,4 puntos, 12 punti, 0,027 %', '0.6·pips, 0,4·puntos, 12·punti, 0,027·%'],
  ['| -1.02 | 0.21 |', '| −1.02 | 0.21 |'],
  ['100 oz and 0.5 lots', '100·oz and 0.5·lots'],
  ['22:00-23:00, 2026-11-02, page-2, a-1, (-5)', '22:00-23:00, 2026-11-02, page-2, a-1, (−5)'],
  ['- 5 pipsqueaks\n- 6 points', '- 5 pipsqueaks\n- 6·points'],
  ['at 22:00 UTC, 9:00 utc', 'at 22:00·UTC, 9:00 utc'],
  ['MetaTrader 5 and the US 500, US 1.50', 'MetaTrader·5 and the US·500, US 1.50'],
  ['Dólar EE. UU., llama al +27 12 762 5000 o al +39 02', 'Dólar EE.·UU., llama al +27·12·762·5000 o al +39 02'],
  ['90 dólares, 1 000 yen, 10 rand, 5 randoms', '90·dólares, 1 000·yen, 10·rand, 5 randoms'],
  ['USD {{1 * 2}} or {{3}} dollars, {{count}} stocks', 'USD·{{1 * 2}} or {{3}}·dollars, {{count}} stocks'],
  ['30 days, 1 giorno, 24 horas, 3 meses, 5 dayside', '30·days, 1·giorno, 24·horas, 3·meses, 5 dayside'],
  ['0.2 × 100 × 4,000 ÷ √252 = {{a * 2}} × {{b}}', '0.2 ×·100 ×·4,000 ÷·√252 = {{a * 2}} ×·{{b}}'],
  [
    '64 bits, 100 onzas, 10 once, 1.000 barriles, 5 sharesome',
    '64·bits, 100·onzas, 10·once, 1.000·barriles, 5 sharesome',
  ],
  ['El 15 de enero, 15 de los 20, 3 de mayores', 'El 15·de·enero, 15 de los 20, 3 de mayores'],
  ['Address: 1 Example Street, 2 Example Avenue, 3 Streets', 'Address: 1·Example Street, 2·Example Avenue, 3 Streets'],
  ['article 11, Artículo 6', 'article·11, Artículo·6'],
  ['in USD a lot, 3 EURUSD', 'in USD a lot, 3 EURUSD'],
])('%s', (typed, set) => {
  expect(typesetNumbers(typed).replaceAll('\u00a0', '·')).toBe(set);
});
