/**
 * Measures a first sync in a separate process, so that its memory is measured alone. Takes `STRAPI_URL`, `STRAPI_TOKEN` and a fresh folder as
 * parameter, and prints one line of JSON.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MediaStore } from '../../content/feed/strapi/media-store.ts';
import { StrapiClient } from '../../content/feed/strapi/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi/strapi-feed.ts';
import { StrapiSync } from '../../content/feed/strapi/strapi-sync.ts';
import { openReplica } from '../../content/replica/replica.ts';

export interface FirstSync {
  /** Number of texts: a text is a document in one language. */
  texts: number;
  seconds: number;
  requests: number;
  /** Largest resident memory of the process, and its resident memory before the sync. */
  peakMegabytes: number;
  startMegabytes: number;
  /** Size of the replica's file. */
  replicaMegabytes: number;
  /** A second sync of everything, when nothing has changed. */
  againSeconds: number;
  /** The longest delay of the event loop during the second sync, in which nothing else was served. */
  againPauseMilliseconds: number;
  /** A poll that finds nothing. */
  pollSeconds: number;
  pollRequests: number;
}

const [folder = ''] = process.argv.slice(2);
const megabytes = (field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) / 1024;
const alarms: string[] = [];
const replicaFile = join(folder, 'mirror.sqlite');
const replica = openReplica(
  replicaFile,
  ({ kind, subject, message }) => void alarms.push(`${kind} ${subject}: ${message}`),
);
const client = new StrapiClient({ url: process.env['STRAPI_URL'] ?? '', token: process.env['STRAPI_TOKEN'] ?? '' });
const sync = new StrapiSync({
  feed: new StrapiFeed(client, new MediaStore(join(folder, 'media'), client)),
  replica,
  onAlarm: ({ message }) => void alarms.push(message),
  onChange: () => undefined,
});

async function timed(action: () => Promise<void>): Promise<{ seconds: number; requests: number }> {
  const [started, before] = [performance.now(), client.requests];
  await action();
  return { seconds: (performance.now() - started) / 1000, requests: client.requests - before };
}

const startMegabytes = megabytes('VmRSS');
const first = await timed(() => sync.everything());
const peakMegabytes = megabytes('VmHWM');
const pauses = monitorEventLoopDelay({ resolution: 1 });
pauses.enable();
const again = await timed(() => sync.everything());
pauses.disable();
const poll = await timed(() => sync.poll());
if (alarms.length > 0) throw new Error(`${alarms.length} alarms, the first: ${alarms[0] ?? ''}`);
const result: FirstSync = {
  texts: replica.size(),
  ...first,
  peakMegabytes,
  startMegabytes,
  replicaMegabytes: statSync(replicaFile).size / 1024 ** 2,
  againSeconds: again.seconds,
  againPauseMilliseconds: pauses.max / 1e6,
  pollSeconds: poll.seconds,
  pollRequests: poll.requests,
};
replica.close();
console.log(JSON.stringify(result));
