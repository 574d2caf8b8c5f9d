/** Opens modals (R27), for islands and scripts alike. The first one loads the dialog's code. */
import { loadChunk } from '../loading/load-chunk.ts';
import { loadSiteStyles } from '../loading/stylesheet.ts';

export interface ModalOptions {
  /** The name of the dialog, shown as its heading. */
  title: string;
  /** `openModal` moves this node into the dialog, but the caller still owns it: React may render into it. */
  content: Node;
  /** False when only the content may close it (a notice that must be answered): no close button, no closing by Escape or a click outside. */
  dismissible?: boolean;
  /** `wide` fills the window, for pictures and tables. */
  size?: 'text' | 'wide';
}

export interface OpenModal {
  close: () => void;
  /** Resolves when the modal is closed, whether by the visitor or by code. */
  closed: Promise<void>;
}

/**
 * Opens a modal after its style has loaded: without the style the dialog is at the end of the page, and focusing it would scroll there. A question that
 * must be answered is shown even when the style does not load.
 * @throws when the dialog's code cannot be loaded; callers whose HTML works without the dialog may ignore that.
 */
export async function openModal(options: ModalOptions): Promise<OpenModal> {
  const [{ showModal }] = await Promise.all([
    loadChunk(() => import('./modal-stack.ts')),
    loadSiteStyles().catch(console.warn),
  ]);
  return showModal(options);
}
