/** The search field. Typing loads suggestions into the browser's own list (`datalist`); without them it is a field of a plain GET form. */
import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { createAsyncData } from '../browser/loading/async-data.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  locale: string;
}

const minLength = 3;

export function SearchField({ label, value, locale }: SearchFieldProps) {
  const id = useId();
  const [suggestions] = useState(() => createAsyncData<string[]>({ blocking: true }));
  const { status, data } = useSyncExternalStore(suggestions.subscribe, suggestions.snapshot, suggestions.snapshot);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = (query: string) => {
    clearTimeout(timer.current);
    if (query.trim().length < minLength) return;
    // Debounced: one request per word, not one per letter.
    timer.current = setTimeout(
      () => void suggestions.load(`/api/search?${new URLSearchParams({ q: query, locale })}`),
      200,
    );
  };

  return (
    <div className="field" data-status={status}>
      <label htmlFor={id} suppressHydrationWarning>
        {label}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={value}
        // A visitor who opens the search page without a query wants to type one.
        autoFocus={!value}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        list={`${id}-list`}
        onInput={(event) => ask(event.currentTarget.value)}
      />
      <datalist id={`${id}-list`}>
        {(Array.isArray(data) ? data : []).map((title: string) => (
          <option key={title} value={title} />
        ))}
      </datalist>
    </div>
  );
}
