/** The instruments of Strapi, through its public API. Each is published with its write; Strapi has no request for several documents. */
import { StrapiClient, type StrapiRow } from '../../content/feed/strapi/strapi-client.ts';
import { strapiTypeNamed } from '../../content/feed/strapi/strapi-types.ts';
import { toWire } from '../../content/feed/strapi/to-wire.ts';
import { ConcurrencyGate } from '../../content/concurrency-gate.ts';
import type { WireInstrument } from '../../content/feed/files/instrument-file.ts';
import type { InstrumentStore } from './instruments-command.ts';

const pageSize = 100;
const writesAtOnce = 4;
/** Milliseconds. */
const writeTimeout = 30_000;

/** @param token an API token that may create and update instruments; reading needs none. */
export function strapiStore(url: string, token: string): InstrumentStore {
  const type = strapiTypeNamed('instrument');
  if (!type) throw new Error('Strapi has no instruments.');
  const client = new StrapiClient({ url });
  const documentIds = new Map<string, string>();

  async function rows(): Promise<StrapiRow[]> {
    const found: StrapiRow[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = `${type?.query}&sort[0]=key:asc&pagination[pageSize]=${pageSize}&pagination[page]=${page}`;
      const part = await client.list(type?.endpoint ?? '', query);
      found.push(...part.rows);
      pages = part.pageCount;
    }
    return found;
  }

  async function send({ id, updatedAt, ...fields }: WireInstrument): Promise<void> {
    const documentId = documentIds.get(id);
    const response = await fetch(`${url}${type?.endpoint}${documentId ? `/${documentId}` : ''}`, {
      method: documentId ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: { ...fields, textUpdatedAt: updatedAt } }),
      signal: AbortSignal.timeout(writeTimeout),
    });
    if (response.ok) return;
    const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    throw new Error(answer?.error?.message ?? `status ${response.status}`);
  }

  return {
    name: 'Strapi',
    async read() {
      return (await rows()).map((row) => {
        const wire = toWire(type, row, () => null) as WireInstrument;
        documentIds.set(wire.id, String(row['documentId']));
        return wire;
      });
    },
    async write(changed) {
      if (!token)
        throw new Error('STRAPI_WRITE_TOKEN must be an API token that may write instruments. Nothing was changed.');
      const gate = new ConcurrencyGate(writesAtOnce);
      const failed: string[] = [];
      await Promise.all(
        changed.map((instrument) =>
          gate.run(() =>
            send(instrument).catch((error: unknown) => {
              failed.push(`${instrument.symbol}: ${error instanceof Error ? error.message : String(error)}`);
            }),
          ),
        ),
      );
      if (failed.length === 0) return;
      throw new Error(
        [
          ...failed,
          `Strapi took ${changed.length - failed.length} of ${changed.length}. Start the import again: it writes only what is missing.`,
        ].join('\n'),
      );
    },
  };
}
