/** What the page “What stood there” asks, under `/gate/archive`: only for those with the right to it (`src/plugins/archive/server/archive-right.ts`). */
import type { Core } from '@strapi/strapi';
import { archiveRight } from './archive-right';
import { type AppliedVersion, readAppliedVersions } from './applied-versions';
import { type ArchiveProblem, askArchive, linkExport } from './archive-questions';
import { readText } from '../../ledger/server/panel-requests';
import { addPanelRoutes, type Handler } from '../../ledger/server/panel-routes';

/** One version of an address, as the site says it. */
export interface ArchivedVersion {
  /** Its number in the log. */
  entry: number;
  from: string;
  /** Null while it lasts. */
  until: string | null;
  kind: 'page' | 'redirect' | 'gone';
  sha256: string;
}

export interface StoodVersion extends ArchivedVersion {
  /** False when its time is over, and only the hash is kept. */
  kept: boolean;
  /** The target of a redirect. */
  to: string | null;
  build: string | null;
  documents: { document: string; version: string | null }[];
}

export interface Changes {
  address: string;
  /** Seconds for which newer versions wait for the archive. */
  late: number;
  /** Newest first. */
  changes: ArchivedVersion[];
}

export interface Moment {
  address: string;
  /** Null when the archive knows nothing of the address until then. */
  stood: (Omit<StoodVersion, 'documents'> & { applied: AppliedVersion[] }) | null;
}

export type ArchiveAnswer<Answer> = Answer | { problem: ArchiveProblem };

export function addArchiveRoutes(strapi: Core.Strapi): void {
  const ask =
    (question: string, ...names: string[]): Handler =>
    ({ query }) =>
      askArchive(question, Object.fromEntries(names.map((name) => [name, readText(query[name])])));
  addPanelRoutes(
    strapi,
    {
      'GET /addresses': ask('addresses', 'part'),
      'GET /changes': ask('changes', 'address'),
      'GET /text': ask('text', 'entry'),
      'GET /moment': ({ query }) => readMoment(strapi, readText(query.address), readText(query.at)),
      'GET /export-link': ({ query }) =>
        linkExport({ address: readText(query.address), from: readText(query.from), until: readText(query.until) }),
    },
    { prefix: '/archive', right: archiveRight },
  );
}

async function readMoment(strapi: Core.Strapi, address: string, at: string): Promise<ArchiveAnswer<Moment>> {
  const answer = await askArchive<{ address: string; stood: StoodVersion | null }>('moment', { address, at });
  if ('problem' in answer || !answer.stood) return answer as ArchiveAnswer<Moment>;
  const { documents, ...stood } = answer.stood;
  // What the site looked for and did not find, such as a translation that does not exist, is nothing that applied.
  const present = documents.filter(({ version }) => version).map(({ document }) => document);
  return { ...answer, stood: { ...stood, applied: await readAppliedVersions(strapi, present, stood.from) } };
}
