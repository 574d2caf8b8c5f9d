/** Visitors who note what they are given, so that the archive can be compared with it. */
import { createHash } from 'node:crypto';
import type { ArchiveReader } from '../store/archive-reader.ts';
import { verifyArchive } from '../store/verify-archive.ts';

/** What a visitor was given, some time between two moments. */
export interface Visit {
  address: string;
  from: number;
  until: number;
  status: number;
  hash: string;
  target: string | null;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
export async function visit(site: { url: string }, address: string): Promise<Visit> {
  const from = Date.now();
  const response = await fetch(`${site.url}${address}`, { redirect: 'manual', headers: { 'accept-language': 'en' } });
  const body = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  return { address, from, until: Date.now(), status, hash: sha256(body), target: response.headers.get('location') };
}

/** @returns the visits of which the archive says something else. */
export async function findFalse(reader: ArchiveReader, visits: readonly Visit[]): Promise<string[]> {
  const wrong: string[] = [];
  const known = new Map<string, Awaited<ReturnType<ArchiveReader['listChanges']>>>();
  for (const seen of visits) {
    const changes = known.get(seen.address) ?? (await reader.listChanges(seen.address));
    known.set(seen.address, changes);
    const possible = changes.filter(
      (entry, index) => entry.at <= seen.until && (changes[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= seen.from,
    );
    const told = [];
    for (const entry of possible) {
      const { text } = await reader.readText(entry);
      told.push({ kind: entry.kind, hash: sha256(text ?? ''), text });
    }
    const isTrue =
      seen.status === 200
        ? told.some(({ kind, hash }) => kind === 'page' && hash === seen.hash)
        : seen.status === 404
          ? changes.length === 0 || told.some(({ kind }) => kind === 'gone')
          : told.some(({ kind, text }) => kind === 'redirect' && text === seen.target);
    if (!isTrue)
      wrong.push(`${seen.address} ${seen.status} at ${seen.from}: ${JSON.stringify(told.map(({ kind }) => kind))}`);
  }
  return wrong;
}

export async function collectFaults(reader: ArchiveReader): Promise<string[]> {
  const faults: string[] = [];
  for await (const fault of verifyArchive(reader)) faults.push(fault);
  return faults;
}
