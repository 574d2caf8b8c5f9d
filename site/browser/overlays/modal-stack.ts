/** The stack of open modals: z-index 1000 and up, two per level (R27), so that each backdrop covers the level below. */
import A11yDialog from 'a11y-dialog';
import { readBrowserText } from '../browser-text.ts';
import type { ModalOptions, OpenModal } from './modals.ts';
import { swapped } from '../navigation/swapped.ts';
import { trustedHtml } from '../trusted-html.ts';
import styles from './modal-stack.module.css';

const baseZIndex = 1000;
const zIndexStep = 2;

const openModals: { close: () => void; dismissible: boolean }[] = [];
let count = 0;

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | undefined>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

function createCloseButton(): HTMLElement {
  const button = createElement('button', {
    type: 'button',
    class: styles['close'],
    'aria-label': readBrowserText('close'),
    'data-a11y-dialog-hide': '',
  });
  button.innerHTML = trustedHtml(
    '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg>',
  );
  return button;
}

/** Stops the page behind from scrolling; padding replaces its scrollbar, so that nothing moves sideways. */
function lockPage(locked: boolean): void {
  const { documentElement: root } = document;
  if (locked && openModals.length === 1) root.style.paddingInlineEnd = `${innerWidth - root.clientWidth}px`;
  if (!locked) root.style.paddingInlineEnd = '';
  root.classList.toggle(styles['locked'] ?? '', locked);
}

export function showModal({ title, content, dismissible = true, size = 'text' }: ModalOptions): OpenModal {
  const id = `modal-${++count}`;
  const heading = createElement('h2', { id: `${id}-title`, class: styles['title'] }, title);
  const head = createElement('div', { class: styles['head'] }, heading, ...(dismissible ? [createCloseButton()] : []));
  const panel = createElement(
    'div',
    { class: `${styles['panel']} ${styles[size] ?? ''}`, role: 'document' },
    head,
    content,
  );
  const backdrop = createElement('div', {
    class: styles['backdrop'],
    ...(dismissible ? { 'data-a11y-dialog-hide': '' } : {}),
  });
  // a11y-dialog closes every role but `alertdialog` on Escape.
  const root = createElement(
    'div',
    { id, class: styles['modal'], 'aria-labelledby': `${id}-title`, role: dismissible ? 'dialog' : 'alertdialog' },
    backdrop,
    panel,
  );
  root.style.zIndex = String(baseZIndex + zIndexStep * openModals.length);
  document.body.append(root);

  const dialog = new A11yDialog(root);
  const entry = { close: () => void dialog.hide(), dismissible };
  const closed = new Promise<void>((resolve) => {
    dialog.on(
      'hide',
      () => {
        openModals.splice(openModals.indexOf(entry), 1);
        if (openModals.length === 0) lockPage(false);
        // Remove the element only after the library has restored the focus.
        queueMicrotask(() => {
          dialog.destroy();
          document.getElementById(id)?.remove();
          resolve();
        });
      },
      { once: true },
    );
  });
  openModals.push(entry);
  lockPage(true);
  dialog.show();
  return { close: entry.close, closed };
}

// A page swap closes the modals of the old page, except those that must be answered.
document.addEventListener(swapped, () => {
  for (const entry of openModals.toReversed()) if (entry.dismissible) entry.close();
});
