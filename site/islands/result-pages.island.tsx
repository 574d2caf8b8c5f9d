/**
 * Pagination of search results: buttons of a GET form. With JavaScript the results of the chosen page replace the current ones and the
 * address follows; if anything fails, the browser loads the address that the form leads to.
 */
import { useRef, useState } from 'react';
import { createAsyncData } from '../browser/loading/async-data.ts';
import { Pagination, type PaginationWords } from '../ui/navigation/Pagination.tsx';
import { type ResultsPayload, buildResultsAddress, showResults } from './page-results.ts';

interface ResultPagesProps extends PaginationWords {
  /** The address of the form, without query. */
  action: string;
  query: string;
  totalItems: number;
  page: number;
  /** Id of the element whose content is the results. */
  results: string;
}

export function ResultPages({ action, query, totalItems, page, results: resultsId, ...words }: ResultPagesProps) {
  const [answers] = useState(() => createAsyncData<ResultsPayload>({ blocking: true }));
  const [chosen, setChosen] = useState(page);
  const [shown, setShown] = useState(page);
  const form = useRef<HTMLFormElement>(null);

  async function show(next: number) {
    setChosen(next);
    const search = new URLSearchParams({ q: query, page: String(next) });
    await answers.load(buildResultsAddress(action, search));
    const { status, data } = answers.snapshot();
    // Meanwhile the visitor chose another page of results, or of the site: then the address changes before its content arrives.
    if (status === 'pending' || location.pathname !== action || !form.current?.isConnected) return;
    const results = status === 'error' || !data ? null : showResults(data, resultsId);
    if (!results) return location.assign(`${action}?${search}`);
    document.title = results.title;
    results.place.focus({ preventScroll: true });
    results.place.scrollIntoView({ behavior: 'instant' });
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
