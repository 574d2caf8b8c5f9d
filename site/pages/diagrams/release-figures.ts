/** Computes the week of publications that move a market, in UTC, with the hours of that market. */
import { findOpenSpans } from '../../../content/hours/open-spans.ts';
import { addDays, day, findInstant, minute, findMonday } from '../../../content/hours/zoned-time.ts';
import { minutesPerDay } from '../../drawings/diagram-figures.ts';
import { capitalize, readWeekdayName } from '../../i18n/day-names.ts';
import { formatClock } from '../../ui/hours-text.ts';
import { type ComputeFigures, findInstruments, formatList, formatMonth, listSeasonDays } from './diagram-source.ts';

/** Monday to Friday: `Date` counts from Sunday. */
const tradingDays = [1, 2, 3, 4, 5] as const;

export const releaseFigures: ComputeFigures = (block, source) => {
  const { locale, t, read } = source;
  const [instrument] = findInstruments(block, source);
  const calendar = instrument && read.get('trading-calendar', instrument.calendar, locale);
  if (!calendar) return null;
  const [january, july] = listSeasonDays(source);
  const months = { january: formatMonth(january, locale), july: formatMonth(july, locale) };
  const days = tradingDays.map((weekday, index) => {
    const findDate = (date: string) => addDays(findMonday(date), index);
    const midnight = Date.parse(`${findDate(january)}T00:00:00Z`);
    return {
      name: capitalize(readWeekdayName(weekday, locale), locale),
      // A usual week: one with a holiday would say something about that week alone.
      open: findOpenSpans({ ...calendar, exceptions: [] }, midnight, midnight + day).map(({ opens, closes }) => ({
        from: Math.max(0, (opens - midnight) / minute),
        to: Math.min(minutesPerDay, (closes - midnight) / minute),
      })),
      releases: block.points
        .flatMap(({ label, text, time }) => {
          if (!time || time.weekday !== weekday) return [];
          const findMinute = (date: string) =>
            (findInstant(findDate(date), time.from, time.zone) - Date.parse(`${findDate(date)}T00:00:00Z`)) / minute;
          const [winter, summer] = [findMinute(january), findMinute(july)];
          return [
            { name: label, at: winter, winter: formatClock(winter), summer: formatClock(summer), text: text ?? '' },
          ];
        })
        .toSorted((one, other) => one.at - other.at),
    };
  });
  const releases = days.flatMap(({ name, releases: dayReleases }) => dayReleases.map((one) => ({ ...one, day: name })));
  return {
    drawing: {
      kind: 'releases',
      days,
      openText: t('diagram.releases.legend', { market: calendar.name }),
      utc: 'UTC',
    },
    alt: t('diagram.releases.alt', {
      releases: formatList(
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
