/** Documents that an editor has chosen for the next release, kept in this browser until the release is planned. */
import { useSyncExternalStore } from 'react';
import type { ReleaseItem } from './gate-api';

export interface ChosenItem extends ReleaseItem {
  name: string;
}

const storageKey = 'release-items';
const listeners = new Set<() => void>();
/** Parsed once for each text, so that React sees the same list until it changes. */
let read: { text: string; items: ChosenItem[] } = { text: '[]', items: [] };

function readItems(): ChosenItem[] {
  const text = localStorage.getItem(storageKey) ?? '[]';
  if (text !== read.text) read = { text, items: parse(text) };
  return read.items;
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
  for (const tell of listeners) tell();
}

const place = ({ uid, documentId, locale }: ReleaseItem) => `${uid} ${documentId} ${locale}`;

/** A document is in a release once for each language. */
export function addToBasket(added: readonly ChosenItem[]): void {
  write([...new Map([...readItems(), ...added].map((item) => [place(item), item])).values()]);
}

export function removeFromBasket(removed: ChosenItem): void {
  write(readItems().filter((item) => place(item) !== place(removed)));
}

export function emptyBasket(): void {
  write([]);
}

export function useBasket(): ChosenItem[] {
  return useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, readItems);
}
