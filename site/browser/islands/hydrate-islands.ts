/**
 * The islands runtime (docs/decisions/0011-islands.md). React loads only for islands: prefetched when the page is idle, or earlier if one
 * needs it. Interaction with an island before its hydration is not lost: clicks and submits are held back and replayed after it; typed text
 * and focus stay in the DOM.
 */
import type { FC } from 'react';
import type { Root } from 'react-dom/client';
import type { IslandName } from '../../islands/island-types.ts';
import { islandLoaders, loadReact } from './island-loaders.ts';
import { type Field, isEdited } from '../edited-field.ts';
import { loadChunk } from '../loading/load-chunk.ts';
import { siteStyles } from '../loading/site-styles.ts';
import { reportScriptError } from '../script-errors.ts';
import { whenIdle, whenLoadedAndIdle } from '../when-idle.ts';

const roots = new WeakMap<Element, Promise<Root | null>>();

async function start(island: HTMLElement): Promise<Root | null> {
  const name = island.dataset['name'] as IslandName;
  try {
    const props = JSON.parse(island.dataset['props'] ?? '{}') as object;
    const [{ hydrate }, component] = await loadChunk(() =>
      Promise.all([loadReact(), islandLoaders[name](), siteStyles()]),
    );
    // Asked before: an island may fill in a field itself when it wakes.
    const edited = editedFields(island);
    const root = await hydrate(island, component as FC<object>, props);
    island.dataset['state'] = 'live';
    edited.forEach(announce);
    return root;
  } catch (error) {
    // The HTML of the island stays and its links and forms still work; the reason goes to the console (R65) and to us.
    reportScriptError(error);
    console.error(`island ${name} did not start`, error);
    island.dataset['state'] = 'failed';
    return null;
  }
}

/** Fields that are not as the server sent them: somebody was faster than the script, or the browser has restored a list on the way back. */
function editedFields(island: HTMLElement): Field[] {
  return [...island.querySelectorAll<Field>('input, select, textarea')].filter(isEdited);
}

/** React misses events from before its hydration; the text is already in the field. One that was left is judged, too. */
function announce(field: Field): void {
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

/** Hydrates an island once; later calls get the same promise. It resolves to null when hydration failed. */
export function wake(island: HTMLElement): Promise<Root | null> {
  const known = roots.get(island);
  if (known) return known;
  const started = start(island);
  roots.set(island, started);
  return started;
}

/** The island around the target of an event, if it is not hydrated yet. */
function sleepingIsland(event: Event): HTMLElement | null {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('is-land') : null;
  return island && !island.dataset['state'] ? island : null;
}

/** Holds an event back until its island is hydrated, then repeats it; if hydration failed, the browser's default action follows. */
async function replay(event: Event, again: () => void): Promise<void> {
  const island = sleepingIsland(event);
  if (!island) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await wake(island);
  again();
}

/** Prefetches React and the chunks of the islands, unless the visitor saves data or has a 2G connection. */
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

/** One observer for all pages of a visit: the elements that it watches would keep one per page alive. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      // An island is `display: contents` and has no box, so its first child is observed instead.
      const island = isIntersecting ? target.closest<HTMLElement>('is-land') : null;
      if (!island) continue;
      observer.unobserve(target);
      void wake(island);
    }
  },
  { rootMargin: '200px' },
);

/** Schedules the hydration of every island below `scope`. Call it again for each new part of the page. */
export function setUpIslands(scope: ParentNode): void {
  const islands = [...scope.querySelectorAll<HTMLElement>('is-land')];
  if (islands.length === 0) return;
  for (const island of islands) {
    if (island.dataset['load'] === 'visible' && island.firstElementChild) observer.observe(island.firstElementChild);
    if (island.dataset['load'] === 'idle') whenIdle(() => void wake(island));
    if (editedFields(island).length > 0) void wake(island);
  }
  whenLoadedAndIdle(warm);
}

/** Unmounts every island below `scope`. Call it before their elements are removed. */
export function sleepIslands(scope: ParentNode): void {
  for (const island of scope.querySelectorAll<HTMLElement>('is-land')) {
    if (island.firstElementChild) observer.unobserve(island.firstElementChild);
    // An island that is still hydrating is unmounted afterwards.
    void roots.get(island)?.then((root) => root?.unmount());
  }
}

/** Listens, once for the whole document, for the first touch of any island. */
export function watchFirstTouch(): void {
  // The touch that loaded this script.
  const touched = document.activeElement?.closest<HTMLElement>('is-land');
  if (touched) void wake(touched);
  for (const type of ['pointerdown', 'focusin', 'touchstart', 'input'] as const) {
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
      // A click with a modifier key opens a tab or a menu of the browser: the island must not replay it.
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return;
      // Replay the click on the control: React may replace its children during hydration.
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
}
