/** The figures that drawings of the platforms show: read from the content, computed by the code of the cost ticket, written in the language. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import { type Locale, localeRecords } from '../../../content/locales.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import { margin, profitAndLoss, swapCost } from '../../../content/costs/calculators.ts';
import { costBill, sumOf } from '../../../content/costs/cost-bill.ts';
import { accountCurrencies, costAccount, usualCurrency } from '../../../content/costs/account-facts.ts';
import type { CostAccount, Money } from '../../../content/costs/cost-types.ts';
import { exact, minus, over, plus, roundedTo, times } from '../../../content/costs/exact.ts';
import type { AccountState, Position, ProductFigures, Quote, Ticket } from '../../drawings/product-figures.ts';
import { termsFor } from '../../instruments/instrument-figures.ts';
import { formatsOf } from '../../i18n/formats.ts';
import { messages } from '../../i18n/translate.ts';
import { listedAccount } from '../../instruments/find-instruments.ts';
import { ratePairs } from '../../instruments/find-instruments.ts';
import { firstQuestion } from '../../ui/costs/cost-fields.ts';
import { distanceUnit, plainFigure } from '../../ui/costs/cost-lines.ts';
import { type CostWriter, costWriter } from '../../ui/costs/cost-writer.ts';

/** Virtual money of a demonstration account, in units of its currency. */
const demoBalance = '10000.00';
/** Trading days that the open position has been held. */
const heldDays = 5;
/** Of the small lines in the watch list. */
const trendDays = 20;

interface Source {
  read: Reader;
  locale: Locale;
}

interface Desk extends Source {
  writer: CostWriter;
  account: CostAccount;
  currency: string;
  pairs: ReturnType<typeof ratePairs>;
}

/** A price with the decimals of the instrument's smallest step. */
function priceOf({ tickSize }: Instrument, writer: CostWriter): (value: number) => string {
  const digits = plainFigure(tickSize).split('.')[1]?.length ?? 0;
  return (value) => writer.number(roundedTo(exact(value), digits));
}

/** Half of the average spread below and above the reference price, in plain digits. */
function bidAndAsk(instrument: Instrument, account: string): { bid: string; ask: string } {
  const half = over(times(exact(termsFor(instrument, account)?.spread ?? 0), instrument.pipSize), 2);
  const digits = plainFigure(instrument.tickSize).split('.')[1]?.length ?? 0;
  const mid = exact(instrument.referencePrice);
  return { bid: roundedTo(minus(mid, half), digits), ask: roundedTo(plus(mid, half), digits) };
}

function barsOf({ id }: Instrument, { read, locale }: Source) {
  return read.get('price-history', id, locale)?.bars ?? [];
}

function quoteOf(instrument: Instrument, desk: Desk): Quote {
  const { bid, ask } = bidAndAsk(instrument, desk.account.id);
  const closes = barsOf(instrument, desk).map(({ close }) => close);
  const [before, last] = closes.slice(-2);
  const moved = before && last ? roundedTo(times(exact(last / before - 1), 100), 2) : null;
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    bid: desk.writer.number(bid),
    ask: desk.writer.number(ask),
    change: moved
      ? { text: `${moved.startsWith('-') ? '' : '+'}${desk.writer.percent(moved)}`, falls: moved.startsWith('-') }
      : null,
    closes: closes.slice(-trendDays),
  };
}

/** The ticket that the cost ticket begins with; null when the account does not trade the instrument. */
function ticketOf(instrument: Instrument, desk: Desk): { ticket: Ticket; entry: number; stop: number } | null {
  const { writer, account, currency, pairs } = desk;
  const { words } = writer;
  const { ask } = bidAndAsk(instrument, account.id);
  const { lots, stop: distance } = firstQuestion(instrument);
  const question = { instrument, lots, account, currency, pairs, side: 'long' as const, from: '2026-11-23' };
  const stop = minus(exact(ask), times(exact(distance), instrument.pipSize));
  const digits = ask.split('.')[1]?.length ?? 0;
  const bill = costBill({ ...question, nights: '0' });
  const swap = swapCost({ ...question, nights: '1' });
  const loss = profitAndLoss({ ...question, open: ask, close: roundedTo(stop, digits) });
  if (!bill.ok || !swap.ok || !loss.ok) return null;
  return {
    ticket: {
      side: words.long,
      otherSide: words.short,
      lots: writer.number(lots),
      lotsText: writer.lots(lots),
      position: writer.money(bill.value.position.account),
      stopPrice: writer.number(roundedTo(stop, digits)),
      stopDistance: `${writer.number(distance)}\u00a0${distanceUnit(instrument, writer)}`,
      cost: writer.money(bill.value.total, true),
      margin: writer.money(bill.value.margin.account),
      swap: writer.money(swap.value.ofNight, true),
      lossAtStop: writer.money(loss.value.result.account, true),
    },
    entry: Number(ask),
    stop: Number(roundedTo(stop, digits)),
  };
}

interface Held {
  position: Position;
  /** Profit or loss with the swap that was booked. */
  result: Money[];
  margin: Money;
}

/** A position that was bought at the close of some days ago; null where prices are missing. */
function heldPosition(instrument: Instrument, desk: Desk): Held | null {
  const { writer, account, currency, pairs } = desk;
  const bars = barsOf(instrument, desk);
  const [opened, last] = [bars.at(-1 - heldDays), bars.at(-1)];
  if (!opened || !last) return null;
  const { lots } = firstQuestion(instrument);
  const { bid } = bidAndAsk(instrument, account.id);
  const digits = bid.split('.')[1]?.length ?? 0;
  const open = roundedTo(exact(opened.close), digits);
  const nights = Math.round((Date.parse(last.date) - Date.parse(opened.date)) / 86_400_000);
  const question = { instrument, lots, account, currency, pairs, side: 'long' as const, from: opened.date };
  const profit = profitAndLoss({ ...question, open, close: bid });
  const swap = swapCost({ ...question, nights: String(nights) });
  const secured = margin(question);
  if (!profit.ok || !swap.ok || !secured.ok) return null;
  const result = profit.value.result.account;
  return {
    position: {
      symbol: instrument.symbol,
      side: writer.words.long,
      lots: writer.lots(lots),
      openPrice: writer.number(open),
      price: writer.number(bid),
      swap: writer.money(swap.value.total, true),
      result: writer.money(result, true),
      falls: result.amount.startsWith('-'),
    },
    result: [result, swap.value.total],
    margin: secured.value.margin.account,
  };
}

function accountState(name: string, held: Held | null, { writer, currency }: Desk): AccountState {
  const balance = { currency, amount: demoBalance };
  const used = held?.margin ?? { currency, amount: '0.00' };
  const equity = sumOf([balance, ...(held?.result ?? [])], currency);
  const free = sumOf([equity, { currency, amount: `-${used.amount}` }], currency);
  return {
    name,
    currency,
    balance: writer.number(balance.amount),
    equity: writer.number(equity.amount),
    margin: writer.number(used.amount),
    freeMargin: writer.number(free.amount),
    marginLevel: held ? writer.percent(roundedTo(over(times(exact(equity.amount), 100), exact(used.amount)), 0)) : '–',
  };
}

function deskOf({ read, locale }: Source): { desk: Desk; type: AccountType } | null {
  const types = read.list('account-type', locale);
  const type = listedAccount(types);
  const currency = usualCurrency(accountCurrencies(types));
  if (!type || !currency) return null;
  const writer = costWriter(localeRecords[locale].format, messages[locale].costs.words);
  return {
    desk: { read, locale, writer, account: costAccount(type), currency, pairs: ratePairs(read) },
    type,
  };
}

/** @param symbols the traded one first; those that do not exist are left out. @returns null when the first one cannot be drawn. */
export function productFigures(symbols: readonly string[], source: Source): ProductFigures | null {
  const { read, locale } = source;
  const found = symbols.map((symbol) => read.get('instrument', symbol.toLowerCase(), locale));
  const [traded, ...others] = found;
  const opened = deskOf(source);
  if (!traded || !opened) return null;
  const { desk, type } = opened;
  const bars = barsOf(traded, source);
  const last = bars.at(-1);
  const filled = ticketOf(traded, desk);
  if (!last || !filled) return null;
  const rest = others.flatMap((instrument) => instrument ?? []);
  const held = rest[0] ? heldPosition(rest[0], desk) : null;
  const price = priceOf(traded, desk.writer);
  const day = new Intl.DateTimeFormat(localeRecords[locale].format, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return {
    locale,
    siteName: read.single('common-datum', locale)?.siteName ?? '',
    words: messages[locale].product.words,
    quotes: [quoteOf(traded, desk), ...rest.map((instrument) => quoteOf(instrument, desk))],
    chart: {
      bars,
      last: [price(last.open), price(last.high), price(last.low), price(last.close)],
      lastDay: formatsOf(locale).date(last.date),
      price,
      day: (iso) => day.format(new Date(iso)),
      entry: filled.entry,
      stop: filled.stop,
    },
    ticket: filled.ticket,
    position: held?.position ?? null,
    account: accountState(type.name, held, desk),
  };
}
