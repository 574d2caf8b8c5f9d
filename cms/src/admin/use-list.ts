/** Reads a long list from the server, for a part of the panel. */
import { useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { itemsAtOnce } from '../setup/list-length';

interface List<Answer, Item> {
  items: Item[];
  /** The newest of the answers. */
  answer?: Answer;
  complete: boolean;
  failed: boolean;
  busy: boolean;
}

/**
 * Reads a list part by part, newest first.
 * @param address with a query. @param pick the items of an answer. @param seq number of an item. @param again reads from the beginning when one of
 * them changes.
 */
export function useList<Answer, Item>(
  address: string,
  pick: (answer: Answer) => Item[],
  seq: (item: Item) => number,
  again: readonly unknown[] = [],
): List<Answer, Item> & { more: () => void } {
  const { get } = useFetchClient();
  const beginning = useRef(0);
  const [list, setList] = useState<List<Answer, Item>>({ items: [], complete: true, failed: false, busy: true });
  const read = async (older: readonly Item[]) => {
    const begun = beginning.current;
    const change = (next: Partial<List<Answer, Item>>) => {
      if (begun === beginning.current) setList((known) => ({ ...known, ...next }));
    };
    const last = older.at(-1);
    change({ busy: true });
    try {
      const { data } = await get<Answer>(`/gate/${address}${last ? `&before=${seq(last)}` : ''}`);
      const items = pick(data);
      const complete = items.length < itemsAtOnce;
      change({ items: [...older, ...items], answer: data, complete, failed: false, busy: false });
    } catch {
      change({ failed: true, busy: false });
    }
  };
  useEffect(() => {
    beginning.current += 1;
    void read([]);
  }, [get, address, ...again]);
  return { ...list, more: () => void read(list.items) };
}
