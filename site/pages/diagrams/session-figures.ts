/** Computes the business hours of each place in UTC, in January and in July. */
import { findInstant, minute } from '../../../content/hours/zoned-time.ts';
import { type DiagramTime, togetherGroup } from '../../../content/model-diagrams.ts';
import { formatClock } from '../../ui/hours-text.ts';
import { type ComputeFigures, formatList, formatMonth, listSeasonDays } from './diagram-source.ts';
import { minutesPerDay } from '../../drawings/diagram-figures.ts';

/** Finds the minutes of a span in UTC; a span that begins on the day before is moved into the day. */
function findDaySpan({ from, to, zone }: DiagramTime, date: string) {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const at = (minutes: number) => (findInstant(date, minutes, zone) - midnight) / minute;
  const end = to ?? from;
  const [first, last] = [at(from), at(end > from ? end : end + minutesPerDay)];
  const moved = first < 0 ? minutesPerDay : 0;
  return { from: first + moved, to: last + moved };
}

const formatHours = ({ from, to }: { from: number; to: number }) =>
  `${formatClock(from % minutesPerDay)}–${formatClock(to % minutesPerDay === 0 ? minutesPerDay : to % minutesPerDay)}`;

export const sessionFigures: ComputeFigures = ({ points }, source) => {
  const { locale, t } = source;
  // In the middle of a week, so that no place has its weekend.
  const seasons = listSeasonDays(source).map((date) => {
    const sessions = points.flatMap(({ label, time }) => {
      const span = time && findDaySpan(time, date);
      return span ? [{ name: label, ...span, hours: formatHours(span) }] : [];
    });
    const shared = sessions.filter((_, index) => points[index]?.group === togetherGroup);
    const common = { from: Math.max(...shared.map(({ from }) => from)), to: Math.min(...shared.map(({ to }) => to)) };
    const together = shared.length > 1 && common.from < common.to ? { ...common, hours: formatHours(common) } : null;
    return { name: formatMonth(date, locale), sessions, together };
  });
  const [january, july] = seasons;
  if (!january || !july) return null;
  const places = formatList(
    points.filter(({ group }) => group === togetherGroup).map(({ label }) => label),
    locale,
  );
  const shared = { places, january: january.together?.hours ?? '–', july: july.together?.hours ?? '–' };
  const rows = january.sessions.map(({ name, hours }, index) => [
    name,
    hours,
    july.sessions[index]?.hours ?? '',
    points[index]?.text ?? '',
  ]);
  return {
    drawing: {
      kind: 'sessions',
      seasons,
      texts: points.map(({ text }) => text ?? ''),
      together: t('diagram.sessions.together', shared),
      utc: 'UTC',
    },
    alt: t('diagram.sessions.alt', {
      ...shared,
      all: formatList(
        points.map(({ label }) => label),
        locale,
      ),
    }),
    table: {
      caption: t('diagram.sessions.caption'),
      head: [t('diagram.sessions.place'), january.name, july.name, t('diagram.sessions.trades')],
      rows: [...rows, ...(january.together ? [[places, shared.january, shared.july, '']] : [])],
    },
  };
};
