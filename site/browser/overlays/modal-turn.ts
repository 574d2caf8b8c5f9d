/**
 * One question at a time: the country notice and the consent bar both hold the page, and each has a focus trap of its own. Whoever
 * comes second waits until the first is answered.
 */
let last: Promise<void> = Promise.resolve();

/** @param show opens a modal and resolves when it is closed. */
export function takeTurn(show: () => Promise<void>): Promise<void> {
  const turn = last.then(show);
  last = turn.catch(() => undefined);
  return turn;
}

/** An editor looks at a draft: nobody is asked for consent, measured, or led elsewhere because of a country. */
export function inPreview(): boolean {
  return document.querySelector('[data-preview]') !== null;
}
