/**
 * Toasts (R26), for islands and scripts alike. The first toast loads their code; toasts requested meanwhile wait in this module, so
 * that callers need not.
 */
import { loadChunk } from '../loading/load-chunk.ts';

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** Plain text, in the language of the page. */
  text: string;
}

/** Resolves when the library has the toast. It never rejects: a toast that cannot be shown must not break the action that it reports. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const { addToast } = await loadChunk(() => import('./toast-region.tsx'));
    await addToast(toast);
  } catch (error) {
    console.error(`A message could not be shown: ${toast.text}`, error);
  }
}
