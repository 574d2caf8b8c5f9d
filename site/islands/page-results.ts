/** Fetches the results of another address from its payload, for an island that replaces the results of its page. */
import { trustedHtml } from '../browser/trusted-html.ts';

export interface ResultsPayload {
  head: string;
  main: string;
  buildId: string;
}

/** Builds the address of a page's payload. */
export function buildResultsAddress(path: string, search: URLSearchParams): string {
  return `${path}/_payload.json?${Date.now()}&${search}`;
}

/**
 * Replaces the results of this page.
 * @param id the id of the element that contains the results.
 * @returns the other page, and the place of its results in this one; null when the answer is from another release, or contains no results.
 */
export function showResults({ head, main, buildId }: ResultsPayload, id: string) {
  const page = new DOMParser().parseFromString(trustedHtml(head + main), 'text/html');
  const [place, content] = [document.getElementById(id), page.getElementById(id)];
  if (!place || !content || buildId !== document.documentElement.dataset['build']) return null;
  place.replaceChildren(...content.childNodes);
  return { title: page.title, place };
}
