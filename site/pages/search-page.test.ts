/**
 * Asks the search page what people ask, each question with the answers that may come first: a text (`faq/…`), an instrument, or what is computed
 * for the question (`cost/…`, `margin/…`, `hours/…`, `country/…`, `days`). In the order of the page.
 */
import { join } from 'node:path';
import type { ReactElement } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesFeed } from '../../content/feed/files-feed.ts';
import type { Locale } from '../../content/locales.ts';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { findPolicy } from '../../server/visitor/country-policy.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { translator } from '../i18n/translate.ts';
import { type SearchAnswer, describeAnswer } from './search-answer.tsx';
import { searchPage } from './search-page.tsx';

type Expected = [question: string, wanted: string];

const english: Expected[] = [
  ['is my money safe', 'faq/client-money'],
  ['what happens to my money if you go bankrupt', 'faq/if-veldstone-fails'],
  ['can I lose more than I put in', 'faq/negative-balance-faq'],
  ['what if my account goes below zero', 'faq/negative-balance-faq glossary-term/negative-balance-protection'],
  ['how do I take my money out', 'faq/withdrawal-time'],
  ['how long until my withdrawal arrives', 'faq/withdrawal-time'],
  ["why can't I withdraw to another card", 'faq/withdrawal-route'],
  ['payment methods', 'faq/deposit-methods'],
  ['can I deposit with a credit card', 'faq/deposit-methods'],
  ['minimum deposit', 'page/account-types faq/choosing-an-account faq/deposit-methods'],
  ['what ID do I need to sign up', 'faq/documents-needed'],
  ['proof of address', 'faq/documents-needed'],
  ['how long does verification take', 'faq/how-long-opening-takes'],
  ['which account is best for a beginner', 'faq/choosing-an-account page/account-types'],
  ['demo', 'faq/demo-first glossary-term/demo-account'],
  ['paper trading', 'faq/demo-first glossary-term/demo-account'],
  ['are you regulated', 'faq/regulated page/regulation'],
  ['is this a scam', 'faq/regulated page/regulation'],
  ['Consob', 'faq/eu-residents faq/regulated page/regulation'],
  ['fsca licence number', 'page/regulation faq/regulated glossary-term/fsca'],
  ['I want to complain', 'faq/complaints'],
  ['ombudsman', 'glossary-term/fais-ombud faq/complaints'],
  ['hidden fees', 'faq/cost-of-a-trade'],
  ['overnight fee', 'faq/swap-what glossary-term/swap'],
  ['islamic account', 'faq/swap-free-days-faq'],
  ['what is a pip', 'glossary-term/pip'],
  ['what does spread mean', 'glossary-term/spread'],
  ['how does leverage work', 'glossary-term/leverage faq/leverage-in-numbers'],
  ['margin call vs stop out', 'glossary-term/margin-call glossary-term/stop-out faq/stop-out-how'],
  ['short selling', 'glossary-term/short faq/short-positions'],
  ['how to set a stop loss', 'glossary-term/stop-loss faq/stop-types'],
  ['why was I stopped out early', 'faq/chart-shows-bid'],
  ['order rejected', 'faq/order-rejected'],
  ['robots and EAs', 'faq/expert-advisors'],
  ['lost password', 'faq/password-reset'],
  ['download mt5', 'page/mt5'],
  ['iphone app', 'page/app'],
  ['copy other traders', 'faq/copying page/copy-trading'],
  ['holidays', 'days'],
  ['christmas', 'days'],
  ['thanksgiving', 'days'],
  ['DAX', 'instrument/de40'],
  ['S&P 500', 'instrument/us500'],
  ['nasdaq', 'instrument/us100'],
  ['ftse', 'instrument/uk100'],
  ['dow', 'instrument/us30'],
  ['crude oil', 'instrument/wti instrument/brent'],
  ['bitcoin', 'instrument/btcusd'],
  ['ethereum', 'instrument/ethusd'],
  ['euro dollar', 'instrument/eurusd'],
  ['0.3 gold over the weekend', 'cost/xauusd'],
  ['how much does 1 lot of EURUSD cost for two nights', 'cost/eurusd'],
  ['leverage of the dax', 'margin/de40'],
  ['margin for 2 lots US500', 'margin/us500'],
  ['DAX 24 December', 'hours/de40'],
  ['is gold open', 'hours/xauusd'],
  ['when does the Nasdaq open on Monday', 'hours/us100'],
  ['Madrid', 'country/ES'],
  ['I live in Italy', 'country/IT'],
  ['can I open an account from South Africa', 'country/ZA'],
  ['jobs', 'page/careers'],
  ['work in Cape Town', 'job/compliance-officer-cape-town job/client-support-italian-cape-town page/careers'],
  ['who owns Veldstone', 'page/about'],
  ['phone number', 'page/contact'],
  ['talk to a human', 'page/contact'],
  ['become an affiliate', 'page/affiliate'],
  ['refer clients and earn', 'page/ib page/affiliate page/partners'],
  ['risk warning', 'legal-document/risk-disclosure'],
  ['delete my data', 'faq/my-data legal-document/privacy-policy'],
  ['do you pay dividends on shares', 'faq/dividend-adjustments'],
  ['report a security bug', 'legal-document/vulnerability-disclosure'],
  ['profit calculator', 'page/trading-tools'],
  ['what cards do you accept', 'faq/deposit-methods'],
  ['apple stock', 'instrument/aapl'],
  ['how to short the nasdaq', 'glossary-term/short faq/short-positions'],
  ['is forex open on Sunday', 'page/trading-hours'],
];

const spanish: Expected[] = [
  ['mi dinero está seguro', 'faq/client-money'],
  ['dinero seguro', 'faq/client-money'],
  ['qué pasa si quiebran', 'faq/if-veldstone-fails'],
  ['puedo quedar debiendo dinero', 'faq/negative-balance-faq'],
  ['perder más de lo que tengo', 'faq/negative-balance-faq'],
  ['cómo saco mi dinero', 'faq/withdrawal-time'],
  ['cuánto tardan en pagarme', 'faq/withdrawal-time'],
  ['retirar a otra tarjeta', 'faq/withdrawal-route'],
  ['formas de pago', 'faq/deposit-methods'],
  ['puedo pagar con tarjeta', 'faq/deposit-methods'],
  ['mínimo para empezar', 'page/account-types faq/choosing-an-account faq/deposit-methods'],
  ['qué papeles me piden', 'faq/documents-needed'],
  ['comprobante de domicilio', 'faq/documents-needed'],
  ['cuánto dura la verificación', 'faq/how-long-opening-takes'],
  ['qué cuenta es mejor para un principiante', 'faq/choosing-an-account page/account-types'],
  ['cuenta demo', 'faq/demo-first glossary-term/demo-account'],
  ['practicar sin dinero real', 'faq/demo-first glossary-term/demo-account'],
  ['están regulados', 'faq/regulated page/regulation'],
  ['es una estafa', 'faq/regulated page/regulation'],
  ['CNMV', 'faq/eu-residents faq/regulated page/regulation'],
  ['quejarme', 'faq/complaints'],
  ['quiero poner una queja', 'faq/complaints'],
  ['comisiones ocultas', 'faq/cost-of-a-trade'],
  ['cobran por la noche', 'faq/swap-what glossary-term/swap'],
  ['cuenta islámica', 'faq/swap-free-days-faq'],
  ['qué es un pip', 'glossary-term/pip'],
  ['qué significa spread', 'glossary-term/spread'],
  ['cómo funciona el apalancamiento', 'glossary-term/leverage faq/leverage-in-numbers'],
  ['vender en corto', 'glossary-term/short faq/short-positions'],
  ['cómo pongo un stop loss', 'glossary-term/stop-loss faq/stop-types'],
  ['me cerraron la operación antes de tiempo', 'faq/chart-shows-bid faq/stop-out-how'],
  ['orden rechazada', 'faq/order-rejected'],
  ['robots', 'faq/expert-advisors'],
  ['no recuerdo mi contraseña', 'faq/password-reset'],
  ['descargar mt5', 'page/mt5'],
  ['app para el móvil', 'page/app'],
  ['copiar a otros traders', 'faq/copying page/copy-trading'],
  ['festivos', 'days'],
  ['navidad', 'days'],
  ['acción de gracias', 'days'],
  ['DAX', 'instrument/de40'],
  ['S&P 500', 'instrument/us500'],
  ['nasdaq', 'instrument/us100'],
  ['petróleo', 'instrument/wti instrument/brent'],
  ['oro', 'instrument/xauusd'],
  ['bitcoin', 'instrument/btcusd'],
  ['ethereum', 'instrument/ethusd'],
  ['euro dólar', 'instrument/eurusd'],
  ['cuánto cuesta 1 lote EURUSD dos noches', 'cost/eurusd'],
  ['0,3 oro el fin de semana', 'cost/xauusd'],
  ['apalancamiento del DAX', 'margin/de40'],
  ['margen de 2 lotes US500', 'margin/us500'],
  ['DAX 24 de diciembre', 'hours/de40'],
  ['está abierto el oro', 'hours/xauusd'],
  ['horario del Nasdaq mañana', 'hours/us100'],
  ['Madrid', 'country/ES'],
  ['vivo en México', 'country/MX'],
  ['puedo abrir cuenta desde Colombia', 'country/CO'],
  ['trabajo', 'page/careers'],
  ['empleo en Ciudad del Cabo', 'job/compliance-officer-cape-town job/client-support-italian-cape-town page/careers'],
  ['quién está detrás de Veldstone', 'page/about'],
  ['teléfono', 'page/contact'],
  ['hablar con una persona', 'page/contact'],
  ['programa de afiliados', 'page/affiliate'],
  ['advertencia de riesgo', 'legal-document/risk-disclosure'],
  ['borrar mis datos', 'faq/my-data legal-document/privacy-policy'],
  ['pagan dividendos', 'faq/dividend-adjustments'],
  ['calculadora', 'page/trading-tools'],
  ['me pueden robar la plata', 'faq/client-money'],
  ['acciones de apple', 'instrument/aapl'],
  ['a qué hora abre Wall Street', 'hours/us30'],
];

const italian: Expected[] = [
  ['i miei soldi sono al sicuro', 'faq/client-money'],
  ['soldi sicuri', 'faq/client-money'],
  ['cosa succede se fallite', 'faq/if-veldstone-fails'],
  ['posso andare in debito', 'faq/negative-balance-faq'],
  ['perdere più di quello che ho', 'faq/negative-balance-faq'],
  ['come ritiro i soldi', 'faq/withdrawal-time'],
  ['quanto ci mette il bonifico ad arrivare', 'faq/withdrawal-time'],
  ['prelevare su un’altra carta', 'faq/withdrawal-route'],
  ['metodi di pagamento', 'faq/deposit-methods'],
  ['posso pagare con carta', 'faq/deposit-methods'],
  ['deposito minimo', 'page/account-types faq/choosing-an-account faq/deposit-methods'],
  ['quali documenti mi chiedete', 'faq/documents-needed'],
  ['prova di residenza', 'faq/documents-needed'],
  ['quanto dura la verifica', 'faq/how-long-opening-takes'],
  ['quale conto per un principiante', 'faq/choosing-an-account page/account-types'],
  ['conto demo', 'faq/demo-first glossary-term/demo-account'],
  ['provare senza soldi veri', 'faq/demo-first glossary-term/demo-account'],
  ['siete regolamentati', 'faq/regulated page/regulation'],
  ['è una truffa', 'faq/regulated page/regulation'],
  ['Consob', 'faq/eu-residents faq/regulated page/regulation'],
  ['voglio fare reclamo', 'faq/complaints'],
  ['lamentarsi', 'faq/complaints'],
  ['costi nascosti', 'faq/cost-of-a-trade'],
  ['costo della notte', 'faq/swap-what glossary-term/swap'],
  ['conto islamico', 'faq/swap-free-days-faq'],
  ['cos’è un pip', 'glossary-term/pip'],
  ['cosa significa spread', 'glossary-term/spread'],
  ['come funziona la leva', 'glossary-term/leverage faq/leverage-in-numbers'],
  ['vendere allo scoperto', 'glossary-term/short faq/short-positions'],
  ['come metto uno stop loss', 'glossary-term/stop-loss faq/stop-types'],
  ['ordine rifiutato', 'faq/order-rejected'],
  ['robot di trading', 'faq/expert-advisors'],
  ['non ricordo la password', 'faq/password-reset'],
  ['scaricare mt5', 'page/mt5'],
  ['app per iphone', 'page/app'],
  ['copiare altri trader', 'faq/copying page/copy-trading'],
  ['festività', 'days'],
  ['natale', 'days'],
  ['ringraziamento', 'days'],
  ['DAX', 'instrument/de40'],
  ['S&P 500', 'instrument/us500'],
  ['nasdaq', 'instrument/us100'],
  ['petrolio', 'instrument/wti instrument/brent'],
  ['oro', 'instrument/xauusd'],
  ['bitcoin', 'instrument/btcusd'],
  ['ethereum', 'instrument/ethusd'],
  ['euro dollaro', 'instrument/eurusd'],
  ['quanto costa 1 lotto EURUSD per due notti', 'cost/eurusd'],
  ['0,3 oro nel fine settimana', 'cost/xauusd'],
  ['leva del DAX', 'margin/de40'],
  ['margine per 2 lotti US500', 'margin/us500'],
  ['DAX 24 dicembre', 'hours/de40'],
  ['l’oro è aperto', 'hours/xauusd'],
  ['orari Wall Street domani', 'hours/us30'],
  ['quando apre il Nasdaq lunedì', 'hours/us100'],
  ['Madrid', 'country/ES'],
  ['vivo in Italia', 'country/IT'],
  ['posso aprire un conto dal Sudafrica', 'country/ZA'],
  ['lavoro', 'page/careers'],
  ['lavorare a Città del Capo', 'job/compliance-officer-cape-town job/client-support-italian-cape-town page/careers'],
  ['chi c’è dietro Veldstone', 'page/about'],
  ['numero di telefono', 'page/contact'],
  ['parlare con una persona', 'page/contact'],
  ['programma di affiliazione', 'page/affiliate'],
  ['avvertenza sui rischi', 'legal-document/risk-disclosure'],
  ['cancellare i miei dati', 'faq/my-data legal-document/privacy-policy'],
  ['pagate i dividendi', 'faq/dividend-adjustments'],
  ['calcolatrice', 'page/trading-tools'],
  ['spread dell’oro', 'cost/xauusd'],
  ['quanto costa tenere il Nasdaq una settimana', 'cost/us100'],
  ['orari di pasqua', 'news-article/easter-2026-hours'],
];

let replica: Replica;
beforeAll(async () => {
  replica = openReplica(':memory:', () => undefined);
  replica.apply(await filesFeed(join(projectRoot, 'demo')).snapshot());
});
afterAll(() => replica.close());

interface Shown {
  answer: SearchAnswer | null;
  isAboutTexts: boolean;
  instruments: { instrument: { id: string } }[];
  results: { key: string; whole: string | null }[];
}

function ask(question: string, locale: Locale): Shown {
  const { element } = searchPage.prepare({
    locale,
    params: {},
    query: new URLSearchParams({ q: question }),
    path: '/search',
    read: replica.reader(),
    search: createSiteSearch(replica),
    t: translator(locale),
    registrationRule: (country) => findPolicy(country).registration,
  });
  return (element as ReactElement<{ data: Shown }>).props.data;
}

/** Lists what the page shows, from its top. */
function listShown({ answer, isAboutTexts, instruments, results }: Shown): string[] {
  const named = instruments.map(({ instrument }) => `instrument/${instrument.id}`);
  const texts = results.map(({ key }) => key);
  return [...(answer ? [describeAnswer(answer)] : []), ...(isAboutTexts ? [...texts, ...named] : [...named, ...texts])];
}

test.each([
  ['en', english],
  ['es', spanish],
  ['it', italian],
] as const)(
  'what people ask in %s is answered first in nine of ten cases, and among the first three in nearly all',
  (locale, questions) => {
    expect(new Set(questions.map(([question]) => question)).size).toBeGreaterThanOrEqual(60);
    const places = questions.map(([question, wanted]) => {
      const shown = listShown(ask(question, locale));
      const place = shown.findIndex((one) => wanted.split(' ').includes(one));
      return { question, shown: shown.slice(0, 3).join(' '), place: place === -1 ? Infinity : place };
    });
    const missed = places.filter(({ place }) => place > 0).map(({ question, shown }) => `${question}: ${shown}`);
    expect(places.filter(({ place }) => place === 0).length / places.length, missed.join('\n')).toBeGreaterThanOrEqual(
      0.9,
    );
    expect(places.filter(({ place }) => place < 3).length / places.length, missed.join('\n')).toBeGreaterThanOrEqual(
      0.98,
    );
  },
);
