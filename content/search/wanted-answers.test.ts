/**
 * Measures the search with real questions, each with the document that should come first. Half of them are typed as people type: with
 * beginnings, mistakes, other forms and without accents. An answer that is not first may be right too; the number that is may not fall.
 */
import { expect, test } from 'vitest';
import { createSiteSearch } from './site-search.ts';
import { demonstrationReplica } from '../../tests/sites/demonstration.ts';

/** The query, then the ids that may come first: `type/id`. */
type Question = [query: string, ...wanted: string[]];

const english: Question[] = [
  ['margin', 'glossary-term/margin'],
  ['spread', 'glossary-term/spread'],
  ['swap', 'glossary-term/swap'],
  ['leverage', 'glossary-term/leverage'],
  ['stop out', 'glossary-term/stop-out'],
  ['margin call', 'glossary-term/margin-call'],
  ['trailing stop', 'glossary-term/trailing-stop'],
  ['copy trading', 'page/copy-trading', 'glossary-term/copy-trading'],
  ['metatrader 5', 'page/mt5', 'glossary-term/metatrader-5'],
  ['webtrader', 'page/webtrader'],
  ['trading hours', 'page/trading-hours'],
  ['account types', 'page/account-types'],
  ['privacy policy', 'legal-document/privacy-policy'],
  ['cookies', 'legal-document/cookie-disclosure'],
  ['compliance officer', 'job/compliance-officer-cape-town'],
  ['Marco Ferraris', 'author/marco-ferraris'],
  ['forgot my password', 'faq/password-reset', 'page/forgot-password'],
  ['how to withdraw', 'faq/withdrawal-time', 'faq/withdrawal-route'],
  ['deposit bonus', 'faq/bonus-policy'],
  ['opening an account', 'page/register', 'faq/how-long-opening-takes', 'faq/who-can-open'],
  ['wensday triple swap', 'news-article/triple-swap-wednesday'],
  ['bitcoin halving', 'news-article/bitcoin-halving-known-in-advance'],
  ['gold silver ratio', 'news-article/gold-silver-ratio'],
  ['black friday', 'news-article/black-friday-trading-hours'],
  ['levrage', 'glossary-term/leverage'],
  ['comission', 'glossary-term/commission'],
  ['negative balance', 'glossary-term/negative-balance-protection', 'faq/negative-balance-faq'],
  ['slipp', 'glossary-term/slippage'],
  ['position sizes', 'glossary-term/position-size', 'education-article/position-size-first'],
  ['complaint', 'faq/complaints'],
];

const spanish: Question[] = [
  ['margen', 'glossary-term/margin'],
  ['apalancamiento', 'glossary-term/leverage'],
  ['comision', 'glossary-term/commission', 'faq/cost-of-a-trade'],
  ['swap', 'glossary-term/swap'],
  ['nivel de margen', 'glossary-term/margin-level'],
  ['aviso de margen', 'glossary-term/margin-call'],
  ['divisa base', 'glossary-term/base-currency'],
  ['tipos de cuenta', 'page/account-types'],
  ['preguntas frecuentes', 'page/faqs'],
  ['horarios de negociacion', 'page/trading-hours'],
  ['politica de privacidad', 'legal-document/privacy-policy'],
  ['advertencia de riesgos', 'legal-document/risk-disclosure'],
  ['condiciones del servicio', 'legal-document/terms-of-service'],
  ['analista de mercados', 'job/market-analyst-johannesburg'],
  ['Elena Ruiz', 'author/elena-ruiz'],
  ['contraseña olvidada', 'page/forgot-password', 'faq/password-reset'],
  ['retiros', 'faq/withdrawal-time', 'faq/withdrawal-route'],
  ['bonos por deposito', 'faq/bonus-policy'],
  ['abrir cuenta', 'page/register', 'faq/who-can-open', 'faq/how-long-opening-takes'],
  ['materias primas', 'page/commodities'],
  ['criptomoneda', 'page/crypto'],
  ['noche del miercoles', 'news-article/triple-swap-wednesday'],
  ['halving', 'news-article/bitcoin-halving-known-in-advance'],
  ['semana santa', 'news-article/easter-2026-hours'],
  ['apalancamento', 'glossary-term/leverage'],
  ['volatilidá', 'glossary-term/volatility'],
  ['liquid', 'glossary-term/liquidity'],
  ['velas', 'glossary-term/candle', 'education-article/reading-a-candle'],
  ['saldo negativo', 'glossary-term/negative-balance-protection', 'faq/negative-balance-faq'],
  ['reclamaciones', 'faq/complaints'],
];

const italian: Question[] = [
  ['margine', 'glossary-term/margin'],
  ['leva', 'glossary-term/leverage'],
  ['commissioni', 'glossary-term/commission', 'faq/cost-of-a-trade'],
  ['swap', 'glossary-term/swap'],
  ['livello di margine', 'glossary-term/margin-level'],
  ['valuta base', 'glossary-term/base-currency'],
  ['tipi di conto', 'page/account-types'],
  ['domande frequenti', 'page/faqs'],
  ['orari di negoziazione', 'page/trading-hours'],
  ['informativa privacy', 'legal-document/privacy-policy'],
  ['condizioni del servizio', 'legal-document/terms-of-service'],
  ['informativa sui rischi', 'legal-document/risk-disclosure'],
  ['analista di mercato', 'job/market-analyst-johannesburg'],
  ['Lindiwe Khumalo', 'author/lindiwe-khumalo'],
  ['password dimenticata', 'page/forgot-password', 'faq/password-reset'],
  ['prelievi', 'faq/withdrawal-time', 'faq/withdrawal-route'],
  ['bonus sui versamenti', 'faq/bonus-policy'],
  ['aprire un conto', 'page/register', 'faq/who-can-open', 'faq/how-long-opening-takes'],
  ['materie prime', 'page/commodities'],
  ['criptovaluta', 'page/crypto'],
  ['notte di mercoledi', 'news-article/triple-swap-wednesday'],
  ['orari di pasqua', 'news-article/easter-2026-hours'],
  ['rapporto oro argento', 'news-article/gold-silver-ratio'],
  ['volatilita', 'glossary-term/volatility'],
  ['liquidta', 'glossary-term/liquidity'],
  ['candele', 'glossary-term/candle', 'education-article/reading-a-candle'],
  ['saldo negativo', 'glossary-term/negative-balance-protection', 'faq/negative-balance-faq'],
  ['regolament', 'page/regulation', 'faq/regulated'],
  ['reclami', 'faq/complaints'],
  ['media mobile', 'glossary-term/moving-average'],
];

const replica = await demonstrationReplica();
const search = createSiteSearch(replica);

test.each([
  ['en', english, 28],
  ['es', spanish, 29],
  ['it', italian, 30],
] as const)('the expected document comes first in %s', (locale, questions, least) => {
  expect(new Set(questions.map(([query]) => query)).size).toBe(30);
  const missed = questions.flatMap(([query, ...wanted]) => {
    const [first] = search.find(query, locale);
    const found = first ? `${first.type}/${first.id}` : 'nothing';
    return wanted.includes(found) ? [] : [`${query}: ${found}`];
  });
  expect(questions.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(least);
});
