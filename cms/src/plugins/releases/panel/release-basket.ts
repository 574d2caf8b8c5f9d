/** Documents that an editor has chosen for the next release, kept in this browser until the release is planned. */
import { useSyncExternalStore } from 'react';
import { documentKey, type NamedDocument } from '../../../setup/localized-document';
import type { ReleaseItem } from '../server/planned-releases';

export type ChosenItem = ReleaseItem & NamedDocument;

const storageKey = 'release-items';
const listeners = new Set<() => void>();
/** Parsed once for each text, so that React sees the same list until it changes. */
let cached: { text: string; items: ChosenItem[] } = { text: '[]', items: [] };

function readItems(): ChosenItem[] {
  const text = localStorage.getItem(storageKey) ?? '[]';
  if (text !== cached.text) cached = { text, items: parse(text) };
  return cached.items;
}

function parse(text: string): ChosenItem[] {
  try {
    return JSON.parse(text) as ChosenItem[];
  } catch {
    return [];
  }
}

function write(items: ChosenItem[]): void {
  localStorage.setItem(storageKey, JSON.stringify(items));
  for (const notify of listeners) notify();
}

/** A document is in a release once for each language. */
export function addToBasket(added: readonly ChosenItem[]): void {
  write([...new Map([...readItems(), ...added].map((item) => [documentKey(item), item])).values()]);
}

export function removeFromBasket(removed: ChosenItem): void {
  write(readItems().filter((item) => documentKey(item) !== documentKey(removed)));
}

export function emptyBasket(): void {
  write([]);
}

export function useBasket(): ChosenItem[] {
  return useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }, readItems);
}
