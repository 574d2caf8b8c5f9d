/** The content thread: it fetches from Strapi, and parses, writes and indexes the content. The main thread (`content-thread.ts`) only reads. */
import { constants, setPriority } from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MediaStore } from '../../content/feed/media-store.ts';
import { StrapiClient } from '../../content/feed/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi-feed.ts';
import { StrapiSync } from '../../content/feed/strapi-sync.ts';
import type { Alarm } from '../../base/alarm.ts';
import { joinReplica } from '../../content/replica/replica.ts';
import { recordSpans } from '../../base/tracing.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import type { ContentThreadData, FromContentThread, ToContentThread } from './content-thread.ts';

/** Milliseconds after a change until its journal is moved into the file. */
const checkpointDelayMs = 1000;
/** Milliseconds between two steps of a check: a check at full speed would take a core from visitors. */
const checkPauseMs = 20;

const { location, strapi, mediaFolder, times } = workerData as ContentThreadData;

function send(message: FromContentThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

// On Linux this is the priority of this thread: visitors come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const onAlarm = (alarm: Alarm) => send({ kind: 'alarm', alarm });
const client = new StrapiClient(strapi);
const replica = joinReplica(location, {
  onAlarm,
  fillIn: createFillIn(onAlarm),
  onDamage({ changed, lost, emptied }) {
    if (emptied) send({ kind: 'replaced', location: replica.storage().location });
    if (changed.size > 0) void announce(changed, 'repair');
    if (emptied) sync.readAgain();
    else if (lost.length > 0) sync.hint(lost);
  },
});
const sync = new StrapiSync({
  feed: new StrapiFeed(client, new MediaStore(mediaFolder, client), 'published', onAlarm),
  replica,
  onAlarm,
  onChange: announce,
  onStatus: (status) => send({ kind: 'status', status }),
  times,
});

let checkpoint: NodeJS.Timeout | undefined;
/** Resolve functions of changes that visitors do not see yet. */
const announced: (() => void)[] = [];
async function announce(
  changed: Set<string>,
  cause: Extract<FromContentThread, { kind: 'changed' }>['cause'],
): Promise<void> {
  checkpoint ??= setTimeout(() => {
    checkpoint = undefined;
    replica.checkpoint();
    send({ kind: 'checkpointed' });
  }, checkpointDelayMs);
  send({ kind: 'changed', changed, cause });
  await new Promise<void>((resolve) => announced.push(resolve));
}

/** Reports the end of a task to the main thread. */
async function reportDone(id: number, work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  send({ kind: 'status', status: sync.status() });
  send({ kind: 'done', id, error });
}

let spans = 0;
recordSpans({
  span(name, attributes, action) {
    spans -= 1;
    send({ kind: 'span', id: spans, name, attributes });
    const result = action(() => undefined);
    void reportDone(spans, Promise.resolve(result));
    return result;
  },
  past: () => undefined,
});

async function stop(): Promise<void> {
  clearTimeout(checkpoint);
  client.close();
  await sync.stop();
  replica.close();
  // Ends this thread only.
  process.exit();
}

parentPort?.on('message', (message: ToContentThread) => {
  if (message.kind === 'hint') sync.hint(message.hints);
  else if (message.kind === 'everything') void reportDone(message.id, sync.syncEverything(message.confirmShrink));
  else if (message.kind === 'shown') announced.shift()?.();
  else if (message.kind === 'stop') void stop();
  else {
    replica.reopen(message.location);
    sync.readAgain();
  }
});

const started = sync.start();
// A file of an older release lacks texts with figures in the search.
while (replica.indexFigures()) await setImmediate();
await started;
send({ kind: 'started' });
// The first sync finds damage in the replica; when it fails, `check` looks for it.
if (sync.status().equalAt === null) for (const _ of replica.check()) await sleep(checkPauseMs);
