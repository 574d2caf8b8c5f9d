/**
 * Pagination of search results: buttons of a GET form. With JavaScript the results of the chosen page replace the current ones and the
 * address follows; if anything fails, the browser loads the address that the form leads to.
 */
import { useRef, useState } from 'react';
import { createAsyncData } from '../browser/islands/async-data.ts';
import { trustedHtml } from '../browser/trusted-html.ts';
import { Pagination, type PaginationWords } from '../ui/navigation/Pagination.tsx';

interface ResultPagesProps extends PaginationWords {
  /** The address of the form, without query. */
  action: string;
  query: string;
  totalItems: number;
  page: number;
  /** Id of the element whose content is the results. */
  results: string;
}

interface Answer {
  head: string;
  main: string;
  buildId: string;
}

/** @returns false when the answer is from another release, or contains no results. */
function showResults({ head, main, buildId }: Answer, results: string): boolean {
  const answer = new DOMParser().parseFromString(trustedHtml(head + main), 'text/html');
  const [place, content] = [document.getElementById(results), answer.getElementById(results)];
  if (!place || !content || buildId !== document.documentElement.dataset['build']) return false;
  place.replaceChildren(...content.childNodes);
  document.title = answer.title;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ behavior: 'instant' });
  return true;
}

export function ResultPages({ action, query, totalItems, page, results, ...words }: ResultPagesProps) {
  const [answers] = useState(() => createAsyncData<Answer>({ blocking: true }));
  const [chosen, setChosen] = useState(page);
  const [shown, setShown] = useState(page);
  const form = useRef<HTMLFormElement>(null);

  async function show(next: number) {
    setChosen(next);
    const search = new URLSearchParams({ q: query, page: String(next) });
    await answers.load(`${action}/_payload.json?${Date.now()}&${search}`);
    const { status, data } = answers.snapshot();
    // Meanwhile the visitor chose another page of results, or of the site: then the address changes before its content arrives.
    if (status === 'pending' || location.pathname !== action || !form.current?.isConnected) return;
    if (status === 'error' || !data || !showResults(data, results)) return location.assign(`${action}?${search}`);
    history.pushState(null, '', `${action}?${search}`);
    setShown(next);
  }

  return (
    <form ref={form} action={action}>
      <input type="hidden" name="q" value={query} />
      <Pagination
        type="button"
        totalItems={totalItems}
        modelValue={chosen}
        currentPage={shown}
        {...words}
        onChange={(next) => void show(next)}
      />
    </form>
  );
}
