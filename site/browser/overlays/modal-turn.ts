/**
 * Shows one question at a time: the country notice and the consent bar both block the page, each with its own focus trap. The second
 * waits until the visitor has answered the first.
 */
let last: Promise<void> = Promise.resolve();

/** Shows a modal after the earlier ones are closed. @param show opens the modal and resolves when it is closed. */
export function takeTurn(show: () => Promise<void>): Promise<void> {
  const turn = last.then(show);
  last = turn.catch(() => undefined);
  return turn;
}

/** True while an editor previews a draft: such pages ask for no consent, measure nothing and apply no country policy. */
export function inPreview(): boolean {
  return document.querySelector('[data-preview]') !== null;
}

/** True in the frame beside a form of Strapi's panel, which follows what an editor types. */
export function inPreviewFrame(): boolean {
  return document.querySelector('[data-preview="framed"]') !== null && parent !== window;
}
