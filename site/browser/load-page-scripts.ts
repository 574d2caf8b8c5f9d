/**
 * Loads `page-scripts.ts` when the browser is idle, or at the visitor's first touch. Events that those scripts would handle are held back and
 * repeated once the scripts have loaded, so an early click is not lost. If the scripts fail to load, links and forms work as plain HTML.
 */
import { loadChunk } from './loading/load-chunk.ts';
import { whenIdle } from './when-idle.ts';

const touches = ['pointerdown', 'touchstart', 'focusin', 'keydown', 'input'] as const;

/** Finds the clicked control that page scripts may handle: a link within the site, or any control in an island. */
function findControl({ target }: Event): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  if (target.closest('is-land'))
    return target.closest<HTMLElement>('button, a, summary, input, label, [tabindex]') ?? (target as HTMLElement);
  const link = target.closest<HTMLAnchorElement>('main a[href], body > :is(header, footer) a[href]');
  return link && link.origin === location.origin && !link.target && !link.hash ? link : null;
}

export function loadPageScripts(): void {
  const listening = new AbortController();
  let loading: Promise<void> | undefined;
  const load = () =>
    (loading ??= loadChunk(() => import('./page-scripts.ts'))
      .then(({ setUpPage }) => setUpPage(), console.error)
      .finally(() => listening.abort()));
  const listen = (type: string, answer: (event: Event) => void) =>
    document.addEventListener(type, answer, { capture: true, signal: listening.signal });
  let heldControl: HTMLElement | null = null;
  const hold = (event: Event, control: HTMLElement, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // The second click of a double click repeats nothing.
    if (heldControl === control) return;
    heldControl = control;
    void load().then(again);
  };

  for (const type of touches) listen(type, () => void load());
  listen('click', (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    const control = ctrlKey || metaKey || shiftKey || altKey ? null : findControl(event);
    if (control) hold(event, control, () => control.click());
  });
  listen('submit', (event) => {
    const { submitter, target } = event as SubmitEvent;
    const form = target as HTMLFormElement;
    if (form.closest('is-land')) hold(event, form, () => form.requestSubmit(submitter));
  });
  whenIdle(() => void load());
}
