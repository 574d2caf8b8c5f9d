/**
 * The islands runtime (docs/decisions/0011-islands.md). Nothing of React is loaded until the first island needs it. An island that is touched before it
 * lives keeps what was done to it: a click is held back and replayed after hydration, typed text and focus stay in the DOM.
 */
import type { FC } from 'react';
import type { Root } from 'react-dom/client';
import type { IslandName } from '../../islands/island-types.ts';
import { islandLoaders, loadReact } from './island-loaders.ts';
import { loadChunk } from '../loading/load-chunk.ts';
import { whenIdle, whenLoadedAndIdle } from '../when-idle.ts';

const roots = new WeakMap<Element, Promise<Root | null>>();

async function start(island: HTMLElement): Promise<Root | null> {
  const name = island.dataset['name'] as IslandName;
  const props = JSON.parse(island.dataset['props'] ?? '{}') as object;
  try {
    const [{ hydrate }, component] = await loadChunk(() => Promise.all([loadReact(), islandLoaders[name]()]));
    const root = await hydrate(island, component as FC<object>, props);
    island.dataset['state'] = 'live';
    return root;
  } catch (error) {
    // The HTML of the island stays and its links and forms still work; the reason is for us (R65).
    console.error(`island ${name} did not start`, error);
    island.dataset['state'] = 'failed';
    return null;
  }
}

/** Hydrates an island once; later calls get the same promise. */
export function wake(island: HTMLElement): Promise<Root | null> {
  const known = roots.get(island);
  if (known) return known;
  const started = start(island);
  roots.set(island, started);
  return started;
}

/** The island that an event happened in, when it is not alive yet. */
function sleepingIsland(event: Event): HTMLElement | null {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('is-land') : null;
  return island && !island.dataset['state'] ? island : null;
}

/** Holds an activation back until the island can answer it; if it never can, the browser's own answer follows. */
async function replay(event: Event, again: () => void): Promise<void> {
  const island = sleepingIsland(event);
  if (!island) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await wake(island);
  again();
}

/** Fetches the chunks that touched islands will ask for, unless the visitor saves data. */
function warm(): void {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } })
    .connection;
  if (connection?.saveData || connection?.effectiveType?.includes('2g')) return;
  void loadReact().catch(() => undefined);
  for (const island of document.querySelectorAll<HTMLElement>('is-land')) {
    const name = island.dataset['name'] ?? '';
    // A cached page may name an island of an older release.
    if (name in islandLoaders) void islandLoaders[name as IslandName]().catch(() => undefined);
  }
}

/** One for all pages of a visit: a new one each time would be kept alive by the elements it watches. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      // `display: contents` has no box, so what is watched is the island's first child.
      const island = isIntersecting ? target.closest<HTMLElement>('is-land') : null;
      if (!island) continue;
      observer.unobserve(target);
      void wake(island);
    }
  },
  { rootMargin: '200px' },
);

/** Begins to care for every island below `scope`. Call it again for each part of the page that is new. */
export function setUpIslands(scope: ParentNode): void {
  const islands = [...scope.querySelectorAll<HTMLElement>('is-land')];
  if (islands.length === 0) return;
  for (const island of islands) {
    if (island.dataset['load'] === 'visible' && island.firstElementChild) observer.observe(island.firstElementChild);
    if (island.dataset['load'] === 'idle') whenIdle(() => void wake(island));
  }
  whenLoadedAndIdle(warm);
}

/** Ends every island below `scope`, before their elements go. */
export function sleepIslands(scope: ParentNode): void {
  for (const island of scope.querySelectorAll<HTMLElement>('is-land')) {
    if (island.firstElementChild) observer.unobserve(island.firstElementChild);
    // One that is just starting is ended when it has.
    void roots.get(island)?.then((root) => root?.unmount());
  }
}

/** Listens, once for the whole document, for the first touch of any island. */
export function watchFirstTouch(): void {
  for (const type of ['pointerdown', 'focusin', 'touchstart'] as const) {
    document.addEventListener(
      type,
      (event) => {
        const island = sleepingIsland(event);
        if (island) void wake(island);
      },
      { capture: true, passive: true },
    );
  }
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      // A modified click opens a tab or a menu of the browser's own: that is not for the island.
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return;
      // What counts is the control: its children may be replaced when React takes over.
      const control =
        target.closest<HTMLElement>('button, a, summary, input, label, [tabindex]') ?? (target as HTMLElement);
      void replay(event, () => control.click());
    },
    { capture: true },
  );
  document.addEventListener(
    'submit',
    (event) => {
      const { submitter, target } = event;
      void replay(event, () => (target as HTMLFormElement).requestSubmit(submitter));
    },
    { capture: true },
  );
  document.addEventListener(
    'input',
    (event) => {
      const island = sleepingIsland(event);
      // React does not hear what happened before it: tell it again, with the text that is already there.
      if (island) void wake(island).then(() => event.target?.dispatchEvent(new Event('input', { bubbles: true })));
    },
    { capture: true },
  );
}
