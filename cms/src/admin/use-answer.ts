/** Reads what the server answers, for a part of the panel. */
import { useEffect, useState } from 'react';
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
