/**
 * The search field of the asset list. With a script the list answers while one types: the server's own page for the words replaces the results, and
 * the address follows. Without one, and whenever something fails, it is a field of a plain GET form.
 */
import { useRef, useState } from 'react';
import { createAsyncData } from '../browser/loading/async-data.ts';
import { type ResultsPayload, buildResultsAddress, showResults } from './page-results.ts';

interface AssetSearchProps {
  label: string;
  value: string;
  maxLength: number;
  /** The address of the form, without query. */
  action: string;
  /** The other parameters of the address: class, order and size. */
  otherParameters: string;
  /** Id of the element whose content is the results. */
  results: string;
}

/** Debounce in milliseconds: one request per word, not one per letter. */
const debounceMs = 200;

/** Reads the number of results from the list, for screen readers. */
function readFoundText(results: string): string {
  const place = document.getElementById(results);
  return place?.querySelector('caption')?.firstChild?.textContent ?? place?.querySelector('p')?.textContent ?? '';
}

export function AssetSearch({ label, value, maxLength, action, otherParameters, results }: AssetSearchProps) {
  const [answers] = useState(() => createAsyncData<ResultsPayload>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');

  async function showAnswer(words: string) {
    const search = new URLSearchParams(otherParameters);
    if (words) search.set('q', words);
    const query = search.size > 0 ? `?${search}` : '';
    await answers.load(buildResultsAddress(action, search));
    const { status: loading, data } = answers.snapshot();
    // Meanwhile the visitor typed on, or went to another page.
    if (loading !== 'success' || !data || !field.current?.isConnected || field.current.value.trim() !== words) return;
    if (!showResults(data, results)) return;
    history.replaceState(history.state, '', `${action}${query}`);
    setStatus(readFoundText(results));
  }

  return (
    <div className="field">
      {/* A translator may change the label before hydration. */}
      <label htmlFor="asset" suppressHydrationWarning>
        {label}
      </label>
      <input
        id="asset"
        ref={field}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onInput={(event) => {
          const words = event.currentTarget.value.trim();
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void showAnswer(words), debounceMs);
        }}
      />
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </div>
  );
}
