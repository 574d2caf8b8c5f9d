/** Reads the instruments of Strapi through its public API, and writes them through our endpoint (cms/src/api/instrument/instrument-set.ts). */
import type { StrapiRow } from '../../content/feed/strapi-answer.ts';
import { StrapiClient } from '../../content/feed/strapi-client.ts';
import { strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import { toWire } from '../../content/feed/to-wire.ts';
import type { WireInstrument } from '../../content/feed/instrument-file.ts';
import type { InstrumentStore } from './instruments-command.ts';

/** Strapi's maximum (cms/config/api.ts). */
const pageSize = 100;
/** Milliseconds. 5 000 instruments take about half a second; a minute is enough for a slow database. */
const writeTimeout = 60_000;

interface StrapiRefusal {
  error?: { message?: string; details?: { errors?: { message: string }[] } };
}

/** @param token an API token that may create and update instruments; reading needs none. */
export function strapiStore(url: string, token: string): InstrumentStore {
  const type = strapiTypeNamed('instrument');
  if (!type) throw new Error('Strapi has no instruments.');
  const client = new StrapiClient({ url });

  const fetchPage = async (number: number) =>
    client.fetchList(
      type.endpoint,
      `${type.query}&sort[0]=key:asc&pagination[pageSize]=${pageSize}&pagination[page]=${number}`,
    );

  async function fetchRows(): Promise<StrapiRow[]> {
    const first = await fetchPage(1);
    // The client limits the requests at the same time.
    const others = Array.from({ length: Math.max(first.pageCount - 1, 0) }, (_, index) => fetchPage(index + 2));
    return [first, ...(await Promise.all(others))].flatMap((part) => part.rows);
  }

  return {
    name: 'Strapi',
    async read() {
      return (await fetchRows()).map((row) => toWire(type, row, () => null) as WireInstrument);
    },
    /** Strapi writes all changes in one transaction. */
    async write(changed) {
      if (!token)
        throw new Error('STRAPI_WRITE_TOKEN must be an API token that may write instruments. Nothing was changed.');
      // V8 copies whole objects much faster than most of their fields, and JSON leaves out undefined fields.
      const instruments = changed.map((one) => ({
        ...one,
        id: undefined,
        updatedAt: undefined,
        key: one.id,
        textUpdatedAt: one['updatedAt'],
      }));
      const response = await fetch(`${url}/api/instrument-set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ instruments }),
        signal: AbortSignal.timeout(writeTimeout),
      });
      if (response.ok) return response.status === 202;
      const { error } = ((await response.json().catch(() => null)) ?? {}) as StrapiRefusal;
      const faults = error?.details?.errors?.map(({ message }) => message) ?? [];
      throw new Error(
        [
          ...(faults.length > 0 ? faults : [error?.message ?? `status ${response.status}`]),
          'Strapi changed nothing.',
        ].join('\n'),
      );
    },
  };
}
