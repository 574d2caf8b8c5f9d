/** Reads what the server answers, for a part of the panel. */
import { useEffect, useRef, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

/**
 * @param address below `/gate`; null to ask nothing. @param again asks again when one of them changes.
 * @returns the answer, the earlier one while it is asked again; and whether it could not be read.
 */
export function useAnswer<Answer>(
  address: string | null,
  again: readonly unknown[] = [],
): [answer: Answer | undefined, failed: boolean] {
  const { get } = useFetchClient();
  const [known, setKnown] = useState<{ address: string | null; answer?: Answer; failed: boolean }>();
  useEffect(() => {
    if (address === null) return;
    let current = true;
    get<Answer>(`/gate/${address}`).then(
      ({ data }) => current && setKnown({ address, answer: data, failed: false }),
      () => current && setKnown({ address, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [get, address, ...again]);
  const own = known?.address === address ? known : undefined;
  return [own?.answer, own?.failed ?? false];
}

export interface List<Answer, Item> {
  items: Item[];
  /** The newest of the answers. */
  answer?: Answer;
  complete: boolean;
  failed: boolean;
  busy: boolean;
}

/** As many items as one answer of the server has. */
const itemsAtOnce = 50;

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
