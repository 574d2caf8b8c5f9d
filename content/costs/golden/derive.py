"""Derives the golden cases by hand's rules: python3 derive.py writes cases.json beside it; --steps prints every step of each case instead.

Shares nothing with the site's code: fractions of Python, the rules written out once more from the terms of the broker (README.md), and the
way between two currencies named for each pair of currencies by a person, not searched.
"""
import csv, datetime, itertools, json, pathlib, sys
from fractions import Fraction as F

HERE = pathlib.Path(__file__).parent
FACTS = {row['symbol']: row for row in csv.DictReader(open(HERE / 'facts.csv', encoding='utf8'))}
FREE = {'discovery': 0, 'prime': 5, 'master': 10}
DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

# By hand: which pairs lead from one currency to another. '*' multiplies by the price, '/' divides by it.
ROUTES = {
    'USD EUR': '/EURUSD', 'EUR USD': '*EURUSD', 'GBP USD': '*GBPUSD', 'USD GBP': '/GBPUSD', 'USD JPY': '*USDJPY', 'JPY USD': '/USDJPY',
    'CHF USD': '/USDCHF', 'USD CHF': '*USDCHF', 'CAD USD': '/USDCAD', 'ZAR USD': '/USDZAR', 'USD ZAR': '*USDZAR', 'AUD USD': '*AUDUSD',
    'SEK USD': '/USDSEK', 'NOK USD': '/USDNOK', 'GBP EUR': '/EURGBP', 'EUR GBP': '*EURGBP', 'CHF EUR': '/EURCHF', 'EUR CHF': '*EURCHF',
    'ZAR EUR': '/EURZAR', 'EUR ZAR': '*EURZAR', 'GBP CHF': '*GBPCHF', 'CHF GBP': '/GBPCHF', 'GBP JPY': '*GBPJPY', 'JPY GBP': '/GBPJPY',
    'NOK SEK': '*NOKSEK', 'SEK NOK': '/NOKSEK', 'CAD AUD': '/AUDCAD', 'PLN EUR': '/EURPLN', 'CZK USD': '/USDCZK', 'EUR PLN': '*EURPLN',
    # Through a third currency: the dollar before the euro before the pound.
    'JPY EUR': '/USDJPY /EURUSD', 'EUR JPY': '*EURUSD *USDJPY', 'CAD EUR': '/USDCAD /EURUSD', 'SEK EUR': '/USDSEK /EURUSD',
    'NOK EUR': '/USDNOK /EURUSD', 'CHF JPY': '/USDCHF *USDJPY', 'JPY CHF': '/USDJPY *USDCHF', 'CAD GBP': '/USDCAD /GBPUSD',
    'ZAR GBP': '/USDZAR /GBPUSD', 'GBP ZAR': '*GBPUSD *USDZAR', 'JPY ZAR': '/USDJPY *USDZAR', 'CHF ZAR': '/USDCHF *USDZAR',
    'SEK GBP': '/USDSEK /GBPUSD', 'CAD JPY': '/USDCAD *USDJPY', 'AUD EUR': '*AUDUSD /EURUSD', 'CZK EUR': '/USDCZK /EURUSD',
    'USD PLN': '/EURUSD *EURPLN', 'PLN USD': '/EURPLN *EURUSD', 'GBP PLN': '/EURGBP *EURPLN', 'PLN ZAR': '/EURPLN *EURZAR',
    'CAD ZAR': '/USDCAD *USDZAR', 'ZAR JPY': '/USDZAR *USDJPY', 'CZK ZAR': '/USDCZK *USDZAR', 'NOK CHF': '/USDNOK *USDCHF',
    # Through two others.
    'JPY PLN': '/USDJPY /EURUSD *EURPLN', 'PLN CZK': '/EURPLN *EURUSD *USDCZK', 'CAD PLN': '/USDCAD /EURUSD *EURPLN',
}


def digits(currency):
    return 0 if currency == 'JPY' else 2


def half_away(value, places):
    """The integer arithmetic of rounding half away from zero; the text of the result."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(places + 1, '0')
    text = text[:-places] + '.' + text[-places:] if places else text
    return ('-' if value < 0 and whole else '') + text


def plain(value, most=8):
    """A number with the decimals that it needs."""
    text = half_away(F(value), most)
    return text.rstrip('0').rstrip('.') if '.' in text else text


def route(source, target):
    return [] if source == target else ROUTES[f'{source} {target}'].split()


def walked(value, steps):
    for step in steps:
        price = F(FACTS[step[1:]]['referencePrice'])
        value = value * price if step[0] == '*' else value / price
    return value


class Case:
    """One question: its inputs, the derivation in lines, and the expected results."""

    def __init__(self, kind, symbol, account='prime', currency='USD', **inputs):
        self.kind, self.symbol, self.account, self.currency, self.inputs = kind, symbol, account, currency, inputs
        self.row = FACTS[symbol]
        self.lines, self.expected = [], {}

    def fact(self, name):
        return F(self.row[name])

    def term(self, name):
        return F(self.row[f'{name}.{self.account}'])

    def say(self, name, text, value, currency):
        """A line of the derivation whose result, in a currency, is rounded into the answer."""
        result = half_away(value, digits(currency))
        self.expected[name] = result
        self.lines.append(f'{name}: {text} = {plain(value)}, booked {result} {currency}')
        return F(result)

    def own(self, name, text, value):
        """An amount in the currency of the price, and in that of the account."""
        quote = self.row['quoteCurrency']
        self.say(f'{name} quote', text, value, quote)
        return self.convert(f'{name} account', value, quote)

    def convert(self, name, value, source):
        steps = route(source, self.currency)
        way = ' '.join(f'{"×" if one[0] == "*" else "÷"} {FACTS[one[1:]]["referencePrice"]} ({one[1:]})' for one in steps)
        if steps:
            self.expected.setdefault('routes', {})[source] = ' '.join(steps)
        return self.say(name, f'{plain(value)} {source} {way}'.strip(), walked(value, steps), self.currency)

    def dollars(self, name, text, value):
        self.lines.append(f'{name}: {text} = {plain(value)} USD')
        return self.convert(name, value, 'USD')

    @property
    def lots(self):
        return F(self.inputs['lots'])

    def worth(self, price):
        return self.lots * self.fact('contractSize') * price

    def factors(self, *more):
        return ' × '.join([self.inputs['lots'] + ' lots', self.row['contractSize'], *map(str, more)])


def nights_of(case):
    """The evenings: three nights on the triple day, none at weekends unless every day books, and the swap-free ones."""
    row, inputs = case.row, case.inputs
    rate = F(row['swapLong' if inputs['side'] == 'long' else 'swapShort'])
    first = datetime.date.fromisoformat(inputs['from'])
    free, booked, freed, rows = FREE[case.account], F(0), F(0), []
    if row['swapUnit'] == 'usd-per-lot':
        one, source, formula = case.lots * rate, 'USD', f'{inputs["lots"]} lots × {plain(rate)} USD'
    else:
        price = row['referencePrice']
        one, source = case.worth(F(price)) * rate / 100 / 360, row['quoteCurrency']
        formula = f'{case.factors(price)} × {plain(rate)} % ÷ 360'
    steps = route(source, case.currency)
    case.lines.append(f'a night: {formula} = {plain(one)} {source} {" ".join(steps)}'.rstrip())
    if steps and int(inputs['nights']):
        case.expected.setdefault('routes', {})[source] = ' '.join(steps)
    for index in range(int(inputs['nights'])):
        date = first + datetime.timedelta(days=index)
        day, triple = DAYS[date.weekday()], row['tripleSwapDay']
        counts = 3 if day == triple else 0 if day in DAYS[5:] and triple != 'none' else 1
        amount = half_away(walked(one * counts, steps), digits(case.currency))
        is_free = counts > 0 and free > 0
        free -= is_free
        booked += F(amount)
        freed += F(amount) if is_free else 0
        rows.append([date.isoformat(), counts, amount, is_free])
        case.lines.append(f'{day} {date}: {counts} × = {amount} {case.currency}' + (' (swap-free day: not booked)' if is_free else ''))
    case.expected['nights'] = rows
    case.say('swap', 'sum of the evenings', booked, case.currency)
    case.say('swapFree', 'less the swap-free days', -freed, case.currency)
    return booked - freed


def bill(case):
    price = case.row['referencePrice']
    value = case.worth(F(price))
    case.own('position', case.factors(price), value)
    case.own('margin', f'position ÷ {plain(case.term("leverage"))}', value / case.term('leverage'))
    pips = case.term('spread')
    spread = case.own('spread', f'−{case.factors(plain(pips) + " pips", case.row["pipSize"])}', -case.worth(pips * case.fact('pipSize')))
    rate = case.term('commission')
    commission = F(0)
    if rate:
        commission = case.dollars('commission', f'−{case.inputs["lots"]} lots × {plain(rate)} × 2 sides', -case.lots * rate * 2)
    else:
        case.expected['commission'] = half_away(F(0), digits(case.currency))
    swap = nights_of(case)
    total = case.say('total', 'spread + commission + swap', spread + commission + swap, case.currency)
    whole = walked(value, route(case.row['quoteCurrency'], case.currency))
    case.expected['share'] = half_away(total * 100 / whole, 4)
    case.lines.append(f'share: {plain(total)} ÷ {plain(whole)} = {case.expected["share"]} %')


def pip(case):
    case.own('value', case.factors(case.row['pipSize']), case.worth(case.fact('pipSize')))


def margin(case):
    price = case.row['referencePrice']
    case.own('position', case.factors(price), case.worth(F(price)))
    case.own('margin', f'position ÷ {plain(case.term("leverage"))}', case.worth(F(price)) / case.term('leverage'))


def profit(case):
    sign = 1 if case.inputs['side'] == 'long' else -1
    moved = (F(case.inputs['close']) - F(case.inputs['open'])) * sign
    case.expected['pips'] = plain(moved / case.fact('pipSize'), 4)
    case.lines.append(f'move in the direction of the trade: {plain(moved)}, {case.expected["pips"]} pips')
    case.own('result', case.factors(plain(moved)), case.worth(moved))


def size(case):
    risk, stop = F(case.inputs['risk']), F(case.inputs['stop'])
    distance = (stop + case.term('spread')) * case.fact('pipSize')
    one = walked(case.fact('contractSize') * distance, route(case.row['quoteCurrency'], case.currency))
    sides = walked(2 * case.term('commission'), route('USD', case.currency))
    case.say('lossOfLot', f'{case.row["contractSize"]} × ({plain(stop)} + {plain(case.term("spread"))}) pips × {case.row["pipSize"]}, '
             f'in {case.currency} {plain(one)}, + commission {plain(sides)}', one + sides, case.currency)
    wanted, step, most = risk / (one + sides), case.fact('lotStep'), case.fact('maximumLots')
    lots = min(wanted, most) // step * step
    case.expected.update(lots=plain(lots), exactLots=plain(wanted, 4), capped=wanted > most)
    case.lines.append(f'{plain(risk)} ÷ {plain(one + sides)} = {plain(wanted)} lots, rounded down to {plain(lots)}')
    case.say('loss', f'{plain(lots)} × {plain(one + sides)}', lots * (one + sides), case.currency)


def swap(case):
    case.say('total', 'what is booked', nights_of(case), case.currency)


def convert(case):
    source, target, amount = case.inputs['source'], case.currency, F(case.inputs['amount'])
    case.expected['amount'] = half_away(amount, digits(source))
    case.convert('result', amount, source)


from questions import QUESTIONS  # noqa: E402  The questions are data, apart from the rules.

RULES = {'bill': bill, 'pip': pip, 'margin': margin, 'profit': profit, 'size': size, 'swap': swap, 'convert': convert}
cases = []
for kind, symbol, account, currency, inputs in QUESTIONS:
    case = Case(kind, symbol, account, currency, **inputs)
    RULES[kind](case)
    cases.append(case)

third = sum(any(len(way.split()) > 1 for way in case.expected.get('routes', {}).values()) for case in cases)
assert len(cases) >= 240 and third >= 40, (len(cases), third)
if '--steps' in sys.argv:
    for number, one in enumerate(cases, 1):
        inputs = ', '.join(f'{key} {value}' for key, value in one.inputs.items())
        print(f'{number} {one.kind}: {one.symbol}, {one.account}, account in {one.currency}; {inputs}', *one.lines, '', sep='\n')
else:
    with open(HERE / 'cases.json', 'w', encoding='utf8') as file:
        file.write('[\n' + ',\n'.join(json.dumps(
            {'kind': one.kind, 'symbol': one.symbol, 'account': one.account, 'currency': one.currency, 'input': one.inputs, 'expected': one.expected},
            ensure_ascii=False) for one in cases) + '\n]\n')
    print(len(cases), 'cases,', third, 'through a third currency')
