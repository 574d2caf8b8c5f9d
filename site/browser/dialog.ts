/** A modal on a11y-dialog: focus goes in, stays, and comes back; each level stands two above the one below, from 1000 (R27). */
import A11yDialog from 'a11y-dialog';
import dialogStyles from './dialog.css?url';
import { stylesheet } from './stylesheet.ts';

const firstLevel = 1000;
const levelStep = 2;
let open = 0;

interface DialogContent {
  /** Trusted HTML of this site; its heading has the id `{id}-title`. */
  html: string;
  id: string;
  /** Must be answered: no Escape, no click beside it. */
  alert?: boolean;
}

/** Shows the dialog once its styles are there. @returns its element, and a promise of its end. */
export async function openDialog({ html, id, alert = false }: DialogContent): Promise<{ element: HTMLElement; close: () => void; closed: Promise<void> }> {
  await stylesheet(dialogStyles);
  const element = document.createElement('div');
  element.id = id;
  element.className = 'dialog';
  element.setAttribute('aria-labelledby', `${id}-title`);
  if (alert) element.setAttribute('role', 'alertdialog');
  element.innerHTML = `<div class="dialog-backdrop"${alert ? '' : ' data-a11y-dialog-hide'}></div><div class="dialog-panel">${html}</div>`;
  element.style.zIndex = String(firstLevel + levelStep * open);
  document.body.append(element);
  const dialog = new A11yDialog(element);
  const closed = new Promise<void>((resolve) => {
    dialog.on('hide', () => {
      open -= 1;
      resolve();
      // After the hide event focus is handed back; then the element can go. `destroy` would put a copy in its place.
      queueMicrotask(() => {
        element.remove();
        dialog.destroy();
      });
    });
  });
  open += 1;
  dialog.show();
  return { element, close: () => dialog.hide(), closed };
}
