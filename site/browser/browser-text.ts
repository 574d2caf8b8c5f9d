/** Words that scripts show. They stand in the document, in its language, so that no script carries three languages. */
export type BrowserText = 'close' | 'notifications' | 'loading';

/** The attributes of the element that `site/layout/document/Document.tsx` writes. */
export function browserText(name: BrowserText): string {
  return document.getElementById('browser-texts')?.dataset[name] ?? '';
}
