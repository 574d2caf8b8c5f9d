/**
 * The other instances of the site (decision 5), reached through Valkey: what one is told to look at, all look at, and each says which
 * version it serves. Every instance has its own replica and its own poll, so without Valkey they are only slower by one poll.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import type { OnAlarm } from '../content/alarm.ts';
import type { Hint } from '../content/feed/strapi/strapi-sync.ts';
import type { DocumentAddress } from '../content/mirror/document-index.ts';
import type { LiveVersion } from '../content/mirror/mirror.ts';

export interface LiveOn extends Partial<LiveVersion> {
  instance: string;
  /** The instance has the text, and the text's address answers. */
  live: boolean;
}

export interface Instances {
  name: string;
  /** Tells the others. */
  hint: (hints: readonly Hint[]) => void;
  /** Which version each instance serves, this one first; those that do not answer at once are left out. */
  live: (document: DocumentAddress) => Promise<LiveOn[]>;
  close: () => void;
}

interface Options {
  valkeyUrl: string;
  /** Hints of other instances. */
  onHint: (hints: readonly Hint[]) => void;
  /** What this instance serves; null also when nobody can see it. */
  versionOf: (document: DocumentAddress) => Promise<LiveVersion | null>;
  onAlarm: OnAlarm;
}

type Message =
  | { kind: 'hint'; from: string; hints: Hint[] }
  | { kind: 'question'; from: string; id: string; document: DocumentAddress }
  | { kind: 'answer'; from: string; id: string; version: LiveVersion | null };

const channel = 'brokerfront:content';
const answerTime = 300;

export async function joinInstances({ valkeyUrl, onHint, versionOf, onAlarm }: Options): Promise<Instances> {
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 4)}`;
  const own = async (document: DocumentAddress): Promise<LiveOn> => answerOf(name, await versionOf(document));
  if (!valkeyUrl) return { name, hint: () => undefined, live: async (document) => [await own(document)], close: () => undefined };

  let reported = false;
  const options = { maxRetriesPerRequest: null, enableOfflineQueue: false, retryStrategy: (times: number) => Math.min(10_000, 200 * 2 ** Math.min(times, 6)) };
  const sender = new Redis(valkeyUrl, options);
  const receiver = new Redis(valkeyUrl, { ...options, enableOfflineQueue: true });
  for (const connection of [sender, receiver]) {
    connection.on('ready', () => { reported = false; });
    connection.on('error', (error: Error) => {
      // It says so at every try; one alarm for each outage is enough.
      if (!reported) onAlarm({ kind: 'instances-unreachable', subject: 'valkey', message: error.message });
      reported = true;
    });
  }
  const questions = new Map<string, LiveOn[]>();
  // Lost words cost a poll's time, nothing more.
  const send = (message: Message) => void sender.publish(channel, JSON.stringify(message)).catch(() => undefined);

  receiver.on('message', (_channel: string, text: string) => {
    const message = JSON.parse(text) as Message;
    if (message.from === name) return;
    if (message.kind === 'hint') onHint(message.hints);
    if (message.kind === 'question') void versionOf(message.document).then((version) => send({ kind: 'answer', from: name, id: message.id, version }));
    if (message.kind === 'answer') questions.get(message.id)?.push(answerOf(message.from, message.version));
  });
  void receiver.subscribe(channel).catch(() => undefined);

  return {
    name,
    hint: (hints) => send({ kind: 'hint', from: name, hints: [...hints] }),
    async live(document) {
      const id = randomUUID();
      const answers = [await own(document)];
      questions.set(id, answers);
      send({ kind: 'question', from: name, id, document });
      await new Promise((resolve) => setTimeout(resolve, answerTime));
      questions.delete(id);
      return answers;
    },
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

function answerOf(instance: string, version: LiveVersion | null): LiveOn {
  return { instance, live: version !== null, ...version };
}
