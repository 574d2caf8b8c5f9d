/** Texts that scripts show. They are in the document, in its language, so that no script carries three languages. */
type BrowserText = 'account' | 'close' | 'notifications' | 'loading';

/** Reads a text from the element that `site/layout/Document.tsx` writes; empty when it is missing. */
export function readBrowserText(name: BrowserText): string {
  return document.getElementById('browser-texts')?.dataset[name] ?? '';
}
