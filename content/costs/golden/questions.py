"""The questions of the golden cases, chosen by a person: which instruments, currencies and nights are worth a case."""

QUESTIONS = []


def ask(kind, symbol, account='prime', currency='USD', **inputs):
    QUESTIONS.append((kind, symbol, account, currency, inputs))


# Bills: each instrument once as most people would ask, in euros where that converts.
plain_bills = [
    ('EURUSD', '1', 'USD'), ('EURUSD', '0.37', 'EUR'), ('GBPUSD', '0.5', 'EUR'), ('USDJPY', '1', 'USD'), ('USDJPY', '0.25', 'EUR'),
    ('USDCHF', '2', 'USD'), ('USDCAD', '0.1', 'EUR'), ('AUDUSD', '3.33', 'EUR'), ('EURGBP', '1', 'USD'), ('EURCHF', '0.07', 'EUR'),
    ('GBPJPY', '0.5', 'EUR'), ('GBPCHF', '1.21', 'EUR'), ('AUDCAD', '0.9', 'EUR'), ('USDZAR', '0.4', 'EUR'), ('EURZAR', '1', 'USD'),
    ('NOKSEK', '5', 'EUR'), ('XAUUSD', '0.5', 'USD'), ('XAUUSD', '0.5', 'EUR'), ('XAGUSD', '0.2', 'EUR'), ('BRENT', '1', 'EUR'),
    ('US500', '10', 'EUR'), ('DE40', '2.5', 'EUR'), ('DE40', '2.5', 'USD'), ('UK100', '3', 'EUR'), ('JP225', '20', 'EUR'),
    ('BTCUSD', '0.05', 'EUR'), ('AAPL', '35', 'USD'), ('AAPL', '35', 'EUR'), ('SIE', '12', 'USD'), ('HSBA', '900', 'EUR'),
]
for number, (symbol, lots, currency) in enumerate(plain_bills):
    account = ('discovery', 'prime', 'master')[number % 3]
    side = ('long', 'short')[number % 2]
    ask('bill', symbol, account, currency, lots=lots, side=side, nights='3', **{'from': '2026-11-25'})
# The question of the issue, in each account: half a lot of gold, three nights from Wednesday.
for account in ('discovery', 'prime', 'master'):
    ask('bill', 'XAUUSD', account, 'USD', lots='0.5', side='long', nights='3', **{'from': '2026-11-25'})
# Two weeks: weekends, both triple days, swap-free days that run out in between.
for symbol, lots in (('EURUSD', '1'), ('XAUUSD', '0.1'), ('US500', '10'), ('BTCUSD', '0.1'), ('USDZAR', '1'), ('DE40', '4'), ('AAPL', '50')):
    for account in ('discovery', 'prime', 'master'):
        ask('bill', symbol, account, 'EUR', lots=lots, side='short' if symbol == 'USDZAR' else 'long', nights='14', **{'from': '2026-11-23'})
# Across the end of the year, and across a 29 February.
for symbol, lots, first in (('EURUSD', '0.8', '2026-12-30'), ('XAUUSD', '0.03', '2026-12-31'), ('AAPL', '7', '2026-12-31'), ('SIE', '11', '2026-12-30'),
                            ('BTCUSD', '0.02', '2026-12-30'), ('GBPJPY', '0.3', '2027-12-31'), ('DE40', '0.7', '2028-02-28'), ('HSBA', '333', '2027-12-30')):
    ask('bill', symbol, 'discovery', 'EUR', lots=lots, side='long', nights='5', **{'from': first})
# Accounts in other currencies: yen without decimals, rand and zloty through a third currency.
for symbol, lots, currency in (('EURUSD', '0.33', 'JPY'), ('GBPCHF', '0.5', 'JPY'), ('AUDCAD', '1.5', 'JPY'), ('XAUUSD', '0.02', 'JPY'), ('DE40', '1.3', 'JPY'),
                               ('GBPCHF', '0.4', 'ZAR'), ('JP225', '7', 'ZAR'), ('UK100', '2', 'ZAR'), ('AAPL', '9', 'PLN'), ('HSBA', '120', 'PLN'),
                               ('USDJPY', '0.6', 'GBP'), ('USDZAR', '0.2', 'GBP'), ('AUDCAD', '0.7', 'GBP'), ('SIE', '3', 'CHF'), ('JP225', '5', 'PLN')):
    ask('bill', symbol, 'master', currency, lots=lots, side='short', nights='11', **{'from': '2026-12-24'})
# The smallest, the largest, and no night at all.
for symbol, lots in (('EURUSD', '0.01'), ('EURUSD', '100'), ('XAUUSD', '0.01'), ('AAPL', '1'), ('AAPL', '10000'), ('JP225', '0.1'), ('USDZAR', '20')):
    ask('bill', symbol, 'discovery', 'EUR', lots=lots, side='long', nights='0', **{'from': '2026-11-27'})
ask('bill', 'BTCUSD', 'prime', 'USD', lots='0.1', side='long', nights='45', **{'from': '2027-02-01'})
ask('bill', 'BTCUSD', 'discovery', 'USD', lots='0.1', side='short', nights='2', **{'from': '2026-11-28'})

# Pip values, margins.
singles = [
    ('EURUSD', '1', 'USD'), ('EURUSD', '0.13', 'EUR'), ('EURUSD', '2', 'JPY'), ('USDJPY', '1', 'USD'), ('USDJPY', '1', 'EUR'), ('USDJPY', '0.07', 'JPY'),
    ('GBPJPY', '1', 'USD'), ('GBPJPY', '1', 'EUR'), ('GBPJPY', '0.3', 'ZAR'), ('USDZAR', '1', 'USD'), ('USDZAR', '1', 'EUR'), ('EURGBP', '1', 'USD'),
    ('GBPCHF', '1', 'EUR'), ('GBPCHF', '1', 'ZAR'), ('AUDCAD', '1', 'EUR'), ('NOKSEK', '10', 'EUR'), ('XAUUSD', '0.5', 'EUR'), ('XAUUSD', '1', 'USD'),
    ('XAGUSD', '0.35', 'EUR'), ('BRENT', '0.75', 'EUR'), ('US500', '3.3', 'EUR'), ('DE40', '1', 'USD'), ('DE40', '6.1', 'EUR'), ('UK100', '2.2', 'USD'),
    ('JP225', '50', 'USD'), ('JP225', '50', 'EUR'), ('BTCUSD', '0.37', 'EUR'), ('AAPL', '17', 'EUR'), ('SIE', '21', 'USD'), ('HSBA', '1234', 'EUR'),
]
for number, (symbol, lots, currency) in enumerate(singles):
    ask('pip', symbol, 'prime', currency, lots=lots)
    ask('margin', symbol, ('discovery', 'prime', 'master')[number % 3], currency, lots=lots)

# Profit and loss, both sides, gains and losses.
for symbol, lots, currency, opened, closed in (
    ('EURUSD', '1', 'USD', '1.17364', '1.18111'), ('EURUSD', '0.37', 'EUR', '1.17364', '1.16002'), ('USDJPY', '1', 'USD', '152.417', '153.002'),
    ('USDJPY', '0.25', 'EUR', '152.417', '151.888'), ('GBPJPY', '0.5', 'EUR', '200.083', '199.417'), ('GBPCHF', '0.9', 'ZAR', '1.05669', '1.0601'),
    ('AUDCAD', '2', 'EUR', '0.91537', '0.91499'), ('USDZAR', '0.3', 'USD', '17.34829', '17.6'), ('EURGBP', '1.1', 'EUR', '0.89407', '0.89407'),
    ('XAUUSD', '0.5', 'USD', '4013.27', '4021.9'), ('XAUUSD', '0.03', 'EUR', '4013.27', '3990'), ('XAGUSD', '0.2', 'EUR', '49.873', '50.5'),
    ('DE40', '2.5', 'EUR', '24613.7', '24700'), ('DE40', '0.1', 'USD', '24613.7', '24499.9'), ('JP225', '12', 'EUR', '51217.6', '51300.3'),
    ('BTCUSD', '0.05', 'EUR', '99873.41', '93000'), ('AAPL', '35', 'EUR', '269.83', '275.5'), ('HSBA', '900', 'USD', '10.637', '10.5'),
):
    for side in ('long', 'short'):
        ask('profit', symbol, 'prime', currency, lots=lots, side=side, open=opened, close=closed)

# Position sizes; the last ones reach the largest size of the instrument.
for symbol, account, currency, risk, stop in (
    ('EURUSD', 'prime', 'USD', '50', '25'), ('EURUSD', 'master', 'EUR', '50', '25'), ('EURUSD', 'discovery', 'EUR', '33.33', '12.5'), ('USDJPY', 'prime', 'EUR', '100', '40'),
    ('USDJPY', 'master', 'USD', '75', '17'), ('GBPJPY', 'prime', 'EUR', '120', '60'), ('GBPCHF', 'master', 'EUR', '250', '33'), ('GBPCHF', 'prime', 'ZAR', '4000', '33'),
    ('AUDCAD', 'master', 'EUR', '88', '21'), ('USDZAR', 'prime', 'EUR', '60', '900'), ('NOKSEK', 'prime', 'EUR', '45', '55'), ('XAUUSD', 'prime', 'USD', '100', '8'),
    ('XAUUSD', 'master', 'EUR', '100', '8.5'), ('XAGUSD', 'prime', 'EUR', '200', '0.4'), ('BRENT', 'discovery', 'EUR', '150', '1.2'), ('US500', 'prime', 'EUR', '80', '30'),
    ('DE40', 'prime', 'EUR', '90', '45'), ('DE40', 'discovery', 'USD', '90', '45'), ('UK100', 'prime', 'EUR', '70', '25'), ('JP225', 'prime', 'EUR', '60', '180'),
    ('BTCUSD', 'prime', 'EUR', '500', '2500'), ('AAPL', 'prime', 'EUR', '100', '6'), ('SIE', 'prime', 'USD', '77', '3.5'), ('HSBA', 'master', 'EUR', '40', '0.25'),
    ('EURUSD', 'prime', 'USD', '1000000', '20'), ('AAPL', 'prime', 'USD', '99999', '0.5'),
):
    ask('size', symbol, account, currency, risk=risk, stop=stop)

# Swaps: one evening of each weekday, then what is long or lies across a year's end.
for first in ('2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'):
    ask('swap', 'EURUSD', 'discovery', 'EUR', lots='0.5', side='long', nights='1', **{'from': first})
    ask('swap', 'SIE', 'discovery', 'USD', lots='40', side='short', nights='1', **{'from': first})
for symbol, lots, currency, side in (('GBPJPY', '0.2', 'JPY', 'short'), ('XAUUSD', '1', 'EUR', 'short'), ('DE40', '3', 'EUR', 'short'), ('AAPL', '100', 'EUR', 'long'),
                                     ('HSBA', '5000', 'ZAR', 'long'), ('BTCUSD', '0.15', 'EUR', 'short'), ('GBPCHF', '0.6', 'EUR', 'long'), ('SIE', '80', 'JPY', 'long')):
    ask('swap', symbol, 'prime', currency, lots=lots, side=side, nights='9', **{'from': '2026-12-29'})
    ask('swap', symbol, 'discovery', currency, lots=lots, side=side, nights='4', **{'from': '2026-12-31'})

# Conversions: direct, inverted, through a third currency, through two.
for amount, source, target in (
    ('100', 'EUR', 'USD'), ('100', 'USD', 'EUR'), ('0.01', 'EUR', 'USD'), ('1234.56', 'GBP', 'USD'), ('250', 'USD', 'GBP'), ('100000', 'JPY', 'USD'), ('99.99', 'USD', 'JPY'),
    ('500', 'EUR', 'CHF'), ('500', 'CHF', 'EUR'), ('750', 'GBP', 'CHF'), ('10000', 'ZAR', 'EUR'), ('64', 'EUR', 'ZAR'), ('333', 'NOK', 'SEK'), ('333', 'SEK', 'NOK'),
    ('1000', 'CAD', 'AUD'), ('5000', 'JPY', 'GBP'), ('20000', 'JPY', 'EUR'), ('123.45', 'EUR', 'JPY'), ('77', 'CAD', 'EUR'), ('640', 'CHF', 'JPY'), ('1', 'ZAR', 'GBP'),
    ('9', 'GBP', 'ZAR'), ('880', 'AUD', 'EUR'), ('45000', 'CZK', 'EUR'), ('300', 'USD', 'PLN'), ('300', 'PLN', 'USD'), ('42.42', 'GBP', 'PLN'), ('7000', 'JPY', 'PLN'),
    ('60', 'PLN', 'CZK'), ('1000000', 'PLN', 'ZAR'), ('1', 'JPY', 'ZAR'), ('999999.99', 'NOK', 'CHF'), ('58', 'CZK', 'ZAR'), ('12', 'SEK', 'GBP'), ('3', 'JPY', 'CHF'),
):
    ask('convert', 'EURUSD', 'prime', target, source=source, amount=amount)
