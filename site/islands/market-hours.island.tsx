/**
 * The markets' week on the visitor's own clock. The HTML is that of the server, in UTC or in the zone of the form; in the browser it gets the
 * visitor's zone, or the one that was chosen before, and follows the time. The form works without this.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { findNamedZone, isZone, listZoneNames } from '../../content/hours/zone-names.ts';
import { cleanCode } from '../i18n/clean-text.ts';
import { createAsyncData } from '../browser/loading/async-data.ts';
import { fill } from '../i18n/fill.ts';
import { formatClockLine, formatDayClock, formatZone } from '../ui/hours-text.ts';
import { HoursBoard, type HoursBoardProps } from '../ui/HoursBoard.tsx';
import { storeZone, useVisitorClock } from './visitor-clock.ts';
import styles from './market-hours.island.module.css';

export interface MarketHoursProps {
  /** Address of the form. */
  action: string;
  /** The zone of the server's HTML. */
  zone: string;
  /** True when the visitor named the zone in the address: it then outranks the one of the browser. */
  zoneInAddress: boolean;
  /** The visitor's input, valid or not; empty at first. */
  typed: { zone: string; week: string };
  errors: { zone: string | null; week: string | null };
  /** The time of the server's answer to a form; null on the cached page. */
  now: number | null;
  /** ISO dates. */
  weeks: { first: string; last: string };
  /** Cities that the field suggests before all zones are known. */
  cities: readonly string[];
  board: HoursBoardProps;
  words: {
    zone: string;
    week: string;
    show: string;
    inUtc: string;
    /** With `{zone}` and `{time}`. */
    inZone: string;
    /** With `{zone}`. */
    zoneUnknown: string;
  };
}

/** Waits for the end of a name before the server is asked, which knows more cities. */
const pause = 200;

/** Formats the moments in the rest of the page, which is plain HTML in the zone of the server's answer. */
function showOnClock(zone: string, typed: string, weekdays: readonly string[]): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-clock]'))
    time.textContent = formatDayClock(Date.parse(time.dateTime), time.dataset['clock'] ?? '', zone, weekdays);
  for (const name of document.querySelectorAll('[data-zone-name]')) name.textContent = formatZone(zone, typed);
}

export function MarketHours({
  action,
  zone: given,
  zoneInAddress,
  typed,
  errors,
  now: answered,
  weeks,
  cities,
  board,
  words,
}: MarketHoursProps) {
  const id = useId();
  const { now, own } = useVisitorClock(answered);
  const [chosen, setChosen] = useState<{ zone: string; typed: string } | null>(null);
  const [answers] = useState(() => createAsyncData<{ zone: string | null }>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [zoneError, setZoneError] = useState(errors.zone);
  const [suggested, setSuggested] = useState(cities);
  const shown =
    chosen ??
    (typed.zone === '' ? { zone: own ?? given, typed: '' } : { zone: given, typed: zoneInAddress ? typed.zone : '' });
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The visitor may have typed into the field before this island loaded.
    if (field.current?.value === '' && own !== null) field.current.value = own;
  }, [own]);

  useEffect(() => {
    if (zoneInAddress) storeZone(given);
  }, [given, zoneInAddress]);

  const { weekdays } = board.words;
  useEffect(() => showOnClock(shown.zone, shown.typed, weekdays), [shown.zone, shown.typed, weekdays]);

  function choose(wanted: string) {
    clearTimeout(timer.current);
    const found = findNamedZone(wanted);
    if (found) show(found, wanted);
    // While a name is being typed it is no mistake yet: the field is validated when it is left.
    else timer.current = setTimeout(() => void askServer(wanted), pause);
  }

  function show(zone: string, wanted: string) {
    setZoneError(null);
    setChosen({ zone, typed: wanted });
    storeZone(zone);
  }

  /** @returns false when the server knows no such place; without an answer the form will tell. */
  async function askServer(wanted: string): Promise<boolean> {
    await answers.load(`/api/trading-hours/zone?${new URLSearchParams({ name: wanted })}`);
    const { status, data } = answers.snapshot();
    if (status !== 'success' || cleanCode(field.current?.value ?? '') !== wanted) return true;
    if (data?.zone && isZone(data.zone)) show(data.zone, wanted);
    return data?.zone !== null;
  }

  async function validate(wanted: string) {
    clearTimeout(timer.current);
    const isValid = wanted === '' || findNamedZone(wanted) !== null || (await askServer(wanted));
    setZoneError(isValid ? null : fill(words.zoneUnknown, { zone: wanted }));
  }

  return (
    <div>
      <form action={action} method="get" className={styles.form} noValidate>
        <div className="field">
          <label htmlFor={`${id}-zone`}>{words.zone}</label>
          <input
            id={`${id}-zone`}
            name="zone"
            list={`${id}-zones`}
            ref={field}
            defaultValue={typed.zone}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={zoneError ? true : undefined}
            aria-describedby={`${id}-zone-error`}
            onFocus={() => setSuggested(listZoneNames())}
            onInput={(event) => choose(cleanCode(event.currentTarget.value))}
            onBlur={(event) => void validate(cleanCode(event.currentTarget.value))}
          />
          <p id={`${id}-zone-error`} role="status" className={styles.error}>
            {zoneError}
          </p>
          <datalist id={`${id}-zones`}>
            {suggested.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <div className="field">
          <label htmlFor={`${id}-week`}>{words.week}</label>
          <input
            id={`${id}-week`}
            name="week"
            type="date"
            min={weeks.first}
            max={weeks.last}
            defaultValue={typed.week}
            aria-invalid={errors.week ? true : undefined}
            aria-describedby={`${id}-week-error`}
          />
          <p id={`${id}-week-error`} className={styles.error}>
            {errors.week}
          </p>
        </div>
        <button className="button">{words.show}</button>
      </form>
      <p className={styles.clock}>{formatClockLine({ ...shown, now, words, weekdays })}</p>
      <HoursBoard {...board} zone={shown.zone} now={now} />
    </div>
  );
}
