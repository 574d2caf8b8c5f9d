/** The week of publications that move a market, in UTC, with the hours of that market. */
import { openSpans } from '../../../content/hours/open-spans.ts';
import { addDays, day, findInstant, minute, findMonday } from '../../../content/hours/zoned-time.ts';
import { capitalized, weekdayName } from '../../i18n/day-names.ts';
import { clockText } from '../../ui/hours-text.ts';
import { type ComputeFigures, findInstruments, listText, monthName, seasonDays } from './diagram-source.ts';

/** Monday to Friday: `Date` counts from Sunday. */
const tradingDays = [1, 2, 3, 4, 5] as const;

export const releaseFigures: ComputeFigures = (block, source) => {
  const { locale, t, read } = source;
  const [instrument] = findInstruments(block, source);
  const calendar = instrument && read.get('trading-calendar', instrument.calendar, locale);
  if (!calendar) return null;
  const [january, july] = seasonDays(source);
  const months = { january: monthName(january, locale), july: monthName(july, locale) };
  const days = tradingDays.map((weekday, index) => {
    const on = (date: string) => addDays(findMonday(date), index);
    const midnight = Date.parse(`${on(january)}T00:00:00Z`);
    return {
      name: capitalized(weekdayName(weekday, locale), locale),
      // A usual week: one with a holiday would say something about that week alone.
      open: openSpans({ ...calendar, exceptions: [] }, midnight, midnight + day).map(({ opens, closes }) => ({
        from: Math.max(0, (opens - midnight) / minute),
        to: Math.min(1440, (closes - midnight) / minute),
      })),
      releases: block.points
        .flatMap(({ label, text, time }) => {
          if (!time || time.weekday !== weekday) return [];
          const at = (date: string) =>
            (findInstant(on(date), time.from, time.zone) - Date.parse(`${on(date)}T00:00:00Z`)) / minute;
          const [winter, summer] = [at(january), at(july)];
          return [{ name: label, at: winter, winter: clockText(winter), summer: clockText(summer), text: text ?? '' }];
        })
        .toSorted((one, other) => one.at - other.at),
    };
  });
  const releases = days.flatMap(({ name, releases: own }) => own.map((one) => ({ ...one, day: name })));
  return {
    drawing: {
      kind: 'releases',
      days,
      openText: t('diagram.releases.legend', { market: calendar.name }),
      utc: 'UTC',
    },
    alt: t('diagram.releases.alt', {
      releases: listText(
        releases.map(({ name, day: on, winter }) => `${name} (${on} ${winter})`),
        locale,
      ),
    }),
    table: {
      caption: t('diagram.releases.caption'),
      head: [
        t('diagram.releases.what'),
        t('diagram.releases.day'),
        months.january,
        months.july,
        t('diagram.releases.says'),
      ],
      rows: releases.map(({ name, day: on, winter, summer, text }) => [name, on, winter, summer, text]),
    },
  };
};
