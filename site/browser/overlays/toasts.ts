/**
 * Toasts (R26), for islands and scripts alike. Nothing of them is loaded before the first one is shown; what is asked for meanwhile
 * waits in this module, so that callers need not.
 */
import { loadChunk } from '../navigation/load-chunk.ts';

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** Plain text, in the language of the page. */
  text: string;
}

/** @returns when the toast is handed over. It never rejects: a message that cannot be shown must not break what it reports. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const { addToast } = await loadChunk(() => import('./toast-region.tsx'));
    await addToast(toast);
  } catch (error) {
    console.error(`A message could not be shown: ${toast.text}`, error);
  }
}
