/** How the page “What stood there” words times and refusals. */
import { useIntl } from 'react-intl';
import type { ArchiveProblem } from '../server/archive-questions';
import { useSay } from '../../../admin/panel-words';

/** An answer of the server, or why there is none. */
export function isProblem(answer: object | undefined): answer is { problem: ArchiveProblem } {
  return answer !== undefined && 'problem' in answer;
}

/** @param zone of the times. */
export function useArchiveWords(zone: string) {
  const say = useSay('archive');
  const { formatDate } = useIntl();
  /** @param time ISO; null for now. */
  const showTime = (time: string | null): string =>
    time === null
      ? say('still')
      : formatDate(time, {
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
          timeZone: zone,
          timeZoneName: 'short',
        });
  return { say, showTime };
}
