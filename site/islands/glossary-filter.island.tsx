/**
 * Filters the glossary while the visitor types. It filters the list in the page, so no term is sent twice, and without a script all terms are
 * visible.
 */
import { useId, useState } from 'react';
import { cleanCode } from '../i18n/clean-text.ts';

interface GlossaryFilterProps {
  /** Id of the element whose terms (`details`) are filtered. */
  list: string;
  label: string;
  /** Says how many terms match; `{count}` is replaced by the number. */
  found: { none: string; one: string; other: string };
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Up to this many terms are opened. */
const fewTerms = 3;

/** The field is low on a phone, and its keyboard covers the rest: moves the field to the top when the first answer is out of sight. */
function bringAnswersIntoView(field: HTMLInputElement, first: DOMRect | undefined): void {
  if (first && first.bottom > (visualViewport?.height ?? innerHeight)) field.labels?.[0]?.scrollIntoView();
}

export function GlossaryFilter({ list, label, found: messages }: GlossaryFilterProps) {
  const id = useId();
  const [message, setMessage] = useState('');

  function filter(field: HTMLInputElement) {
    const wanted = fold(cleanCode(field.value));
    const found: HTMLDetailsElement[] = [];
    for (const letter of document.querySelectorAll<HTMLElement>(`#${list} [data-letter]`)) {
      const terms = [...letter.querySelectorAll('details')];
      const matching = terms.filter(({ firstElementChild }) =>
        fold(firstElementChild?.textContent ?? '').includes(wanted),
      );
      for (const term of terms) {
        term.hidden = !matching.includes(term);
        term.open = false;
      }
      letter.hidden = matching.length === 0;
      found.push(...matching);
    }
    const count = found.length;
    if (wanted && count <= fewTerms) for (const term of found) term.open = true;
    const text = count === 0 ? messages.none : count === 1 ? messages.one : messages.other;
    if (wanted) bringAnswersIntoView(field, found[0]?.getBoundingClientRect());
    setMessage(wanted ? text.replace('{count}', String(count)) : '');
  }

  return (
    <div className="field needs-script">
      {/* A translator may change the label before hydration. */}
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
