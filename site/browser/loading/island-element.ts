/**
 * The islands runtime (docs/decisions/0011-islands.md): the custom element around the HTML of each island. React loads only for islands:
 * prefetched when the page is idle, or earlier if one needs it. Interaction with an island before its hydration is not lost: clicks and
 * submits are held back and repeated after it; typed text and focus stay in the DOM.
 */
import type { Root } from 'react-dom/client';
import { type Field, isEdited } from '../edited-field.ts';
import { loadChunk } from './load-chunk.ts';
import { loadSiteStyles } from './stylesheet.ts';
import { reportScriptError } from '../script-errors.ts';
import { whenLoadedAndIdle } from '../when-idle.ts';
import { loadIsland, loadReact } from './island-loaders.ts';

/** One observer for all pages of a visit: the watched elements would keep an observer per page in memory. */
const nearViewport = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) void target.closest<IslandElement>('is-land')?.hydrate();
  },
  { rootMargin: '200px' },
);

/** Creates a function that repeats an event after hydration; null for an event that need not be held back. */
function planRepeat(event: Event): (() => void) | null {
  const target = event.target as HTMLElement;
  if (event instanceof SubmitEvent) return () => (target as HTMLFormElement).requestSubmit(event.submitter);
  // A click with a modifier key opens a tab or a menu of the browser: the island must not repeat it.
  if (!(event instanceof MouseEvent) || event.type !== 'click' || event.ctrlKey || event.metaKey || event.shiftKey)
    return null;
  // Repeat the click on the control: React may replace its children during hydration.
  const control = target.closest<HTMLElement>('button, a, summary, input, label, [tabindex]') ?? target;
  return () => control.click();
}

class IslandElement extends HTMLElement {
  #root: Promise<Root | null> | undefined;

  connectedCallback(): void {
    for (const type of ['pointerdown', 'focusin', 'touchstart', 'input'])
      this.addEventListener(type, this, { capture: true, passive: true });
    for (const type of ['click', 'submit']) this.addEventListener(type, this, { capture: true });
    // An island is `display: contents` and has no box, so its first child is observed instead.
    if (this.dataset['load'] === 'visible' && this.firstElementChild) nearViewport.observe(this.firstElementChild);
    // The visitor may have interacted before this script loaded.
    if (this.contains(document.activeElement) || this.#editedFields().length > 0) void this.hydrate();
    whenLoadedAndIdle(() => this.#prefetch());
  }

  disconnectedCallback(): void {
    if (this.firstElementChild) nearViewport.unobserve(this.firstElementChild);
    // An island that is still hydrating is unmounted afterwards.
    void this.#root?.then((root) => root?.unmount());
  }

  handleEvent(event: Event): void {
    // Hydrated, or hydration failed: then the browser's default action follows.
    if (this.dataset['state']) return;
    const hydrated = this.hydrate();
    const repeat = planRepeat(event);
    if (!repeat) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void hydrated.then(repeat);
  }

  /** Hydrates the island once; later calls get the same promise. It resolves to null when hydration failed. */
  hydrate(): Promise<Root | null> {
    return (this.#root ??= this.#start());
  }

  async #start(): Promise<Root | null> {
    const name = this.dataset['name'] ?? '';
    try {
      const props = JSON.parse(this.dataset['props'] ?? '{}') as object;
      const [{ hydrate }, component] = await loadChunk(() =>
        Promise.all([loadReact(), loadIsland(name), loadSiteStyles()]),
      );
      // Collected before hydration, because an island may fill in a field while it hydrates.
      const edited = this.#editedFields();
      const root = await hydrate(this, component, props, (error) => this.#fail(error));
      // It may have failed meanwhile.
      this.dataset['state'] ??= 'live';
      // React misses events from before its hydration. A field that the visitor has left is validated, too.
      for (const field of edited) {
        field.dispatchEvent(new Event('input', { bubbles: true }));
        if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      }
      return root;
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** The HTML of the island stays and its links and forms still work; the reason goes to the console (R65) and to us. */
  #fail(error: unknown): void {
    if (this.dataset['state'] === 'failed') return;
    this.dataset['state'] = 'failed';
    reportScriptError(error);
    console.error(`island ${this.dataset['name']} failed`, error);
  }

  /** Finds fields that differ from the server's HTML: the visitor was faster than the script, or the browser restored a list on Back. */
  #editedFields(): Field[] {
    return [...this.querySelectorAll<Field>('input, select, textarea')].filter(isEdited);
  }

  /** Prefetches React and the island's chunk, unless the visitor saves data or has a 2G connection. */
  #prefetch(): void {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
    if (connection?.saveData || connection?.effectiveType?.includes('2g')) return;
    for (const load of [loadReact(), loadIsland(this.dataset['name'] ?? '')]) load.catch(() => undefined);
  }
}

/** Every island of the document, and of each page that is swapped in, then sets itself up. */
export function defineIslands(): void {
  customElements.define('is-land', IslandElement);
}
