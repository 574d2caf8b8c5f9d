/** Filters the glossary while the visitor types. It filters the list in the page, so no term is sent twice, and without it none is missing. */
import { useId, useState } from 'react';

export interface GlossaryFilterProps {
  /** Id of the element whose `[data-term]` descendants are filtered. */
  list: string;
  label: string;
  /** Says how many terms match; `{count}` is replaced by the number. */
  found: { none: string; one: string; other: string };
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function GlossaryFilter({ list, label, found }: GlossaryFilterProps) {
  const id = useId();
  const [message, setMessage] = useState('');

  function filter(query: string) {
    const wanted = fold(query.trim());
    let count = 0;
    for (const letter of document.querySelectorAll<HTMLElement>(`#${list} [data-letter]`)) {
      let shown = 0;
      for (const term of letter.querySelectorAll<HTMLElement>('[data-term]')) {
        const matches = fold(term.dataset['term'] ?? '').includes(wanted);
        term.hidden = !matches;
        if (matches) shown += 1;
      }
      letter.hidden = shown === 0;
      count += shown;
    }
    const text = count === 0 ? found.none : count === 1 ? found.one : found.other;
    setMessage(wanted ? text.replace('{count}', String(count)) : '');
  }

  return (
    <div className="field needs-script">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" autoComplete="off" onInput={(event) => filter(event.currentTarget.value)} />
      <p role="status">{message}</p>
    </div>
  );
}
