/**
 * Filters the glossary while the visitor types. It filters the list in the page, so no term is sent twice, and without a script all terms are
 * visible.
 */
import { useId, useState } from 'react';
import { cleanCode } from '../i18n/clean-text.ts';

interface GlossaryFilterProps {
  /** Id of the element whose `[data-term]` descendants are filtered. */
  list: string;
  label: string;
  /** Says how many terms match; `{count}` is replaced by the number. */
  found: { none: string; one: string; other: string };
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The field is low on a phone, and its keyboard covers the rest: moves the field to the top when the first answer is out of sight. */
function bringAnswersIntoView(field: HTMLInputElement): void {
  const first = document.querySelector('[data-term]:not([hidden])')?.getBoundingClientRect();
  if (first && first.bottom > (visualViewport?.height ?? innerHeight)) field.labels?.[0]?.scrollIntoView();
}

export function GlossaryFilter({ list, label, found }: GlossaryFilterProps) {
  const id = useId();
  const [message, setMessage] = useState('');

  function filter(field: HTMLInputElement) {
    const wanted = fold(cleanCode(field.value));
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
    if (wanted) bringAnswersIntoView(field);
    setMessage(wanted ? text.replace('{count}', String(count)) : '');
  }

  return (
    <div className="field needs-script">
      <label htmlFor={id} suppressHydrationWarning>
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder=" "
        onInput={(event) => filter(event.currentTarget)}
      />
      <p role="status">{message}</p>
    </div>
  );
}
