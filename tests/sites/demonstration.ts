/** The demonstration's content, read once for all files of a worker: it takes a second of a core. */
import { join } from 'node:path';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import type { Snapshot } from '../../content/wire-document.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { projectRoot } from '../../tools/project-root.ts';

let snapshot: Promise<Snapshot> | undefined;
let replica: Promise<Replica> | undefined;

/** Reads the documents as the feed delivers them. @returns a copy, which a test may change. */
export async function readDemonstration(): Promise<Snapshot> {
  return structuredClone(await (snapshot ??= filesFeed(join(projectRoot, 'demo')).snapshot()));
}

const ignore = () => undefined;

async function fillReplica(): Promise<Replica> {
  const filled = openReplica(':memory:', ignore, undefined, createFillIn(ignore));
  filled.apply(await readDemonstration());
  return filled;
}

/** @returns the replica of all files, which no test changes or closes. */
export const demonstrationReplica = (): Promise<Replica> => (replica ??= fillReplica());
