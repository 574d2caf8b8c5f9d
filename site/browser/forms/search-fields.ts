/** The search fields of the header and of the search page: `/` leads to the header's, and the first focus loads the suggestions. */
import { loadChunk } from '../loading/load-chunk.ts';
import { loadSiteStyles } from '../loading/stylesheet.ts';
import { swapped } from '../navigation/swapped.ts';

const writable = 'input, select, textarea, [contenteditable]';

async function offerSuggestions(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLInputElement) || target.dataset['suggest'] !== '') return;
  // A field is set up once.
  target.dataset['suggest'] = 'offered';
  try {
    const [{ suggest }] = await Promise.all([loadChunk(() => import('./suggestions.ts')), loadSiteStyles()]);
    suggest(target);
  } catch (error) {
    // It stays a field of a plain form.
    target.dataset['suggest'] = '';
    console.error('The suggestions of the search did not load.', error);
  }
}

/** Focuses the header's field, in the menu where that contains it. */
function focusHeaderField(): void {
  const field = document.querySelector<HTMLInputElement>('[data-header] [data-suggest]');
  if (field?.getClientRects().length === 0) document.getElementById('site-menu')?.togglePopover(true);
  field?.focus();
}

export function setUpSearchFields(): void {
  document.addEventListener('focusin', ({ target }) => void offerSuggestions(target));
  void offerSuggestions(document.activeElement);
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key !== '/' || ctrlKey || metaKey || altKey || (target as Element).closest(writable)) return;
    if (document.querySelector('[aria-modal=true]:not([aria-hidden])')) return;
    event.preventDefault();
    focusHeaderField();
  });
  // A swap keeps the header, and with it a query whose results the next page shows: the field becomes empty.
  document.addEventListener(swapped, () =>
    document.querySelector<HTMLFormElement>('[data-header] [role=search]')?.reset(),
  );
}
