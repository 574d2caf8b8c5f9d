/** Modals (R27), for islands and scripts alike. The dialog's code is loaded with the first one. */
import { loadChunk } from '../navigation/load-chunk.ts';

export interface ModalOptions {
  /** Names the dialog; shown as its heading. */
  title: string;
  /** What it holds. It is moved into the dialog and stays the caller's own: React may render into it. */
  content: Node;
  /** False when only the content may close it (a notice that must be answered): no close button, Escape or click beside it. */
  dismissible?: boolean;
  /** `wide`: as much room as there is, for pictures and tables. */
  size?: 'text' | 'wide';
}

export interface OpenModal {
  close: () => void;
  /** Resolves when it is closed, by whomever. */
  closed: Promise<void>;
}

/** @throws when the dialog's code cannot be loaded; callers whose HTML does the same without it may ignore that. */
export async function openModal(options: ModalOptions): Promise<OpenModal> {
  const { showModal } = await loadChunk(() => import('./modal-stack.ts'));
  return showModal(options);
}
