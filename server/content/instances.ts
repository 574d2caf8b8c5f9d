/**
 * Connects the instances of the site through Valkey (docs/decisions/0015-page-cache.md): a hint to one instance reaches all, and each reports which
 * version it serves. Every instance has its own replica and its own poll, so without Valkey a change only arrives up to one poll later.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Redis } from 'ioredis';
import * as v from 'valibot';
import type { DocumentAddress } from '../../content/document-address.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Hint } from '../../content/feed/strapi-sync.ts';
import type { LiveVersion } from '../../content/replica/replica.ts';
import { type Message, messageShape, maxHintsInMessage } from './instance-messages.ts';

export interface LiveOn extends Partial<LiveVersion> {
  instance: string;
  /** The instance has the document, and the document's address answers. */
  live: boolean;
}

export interface Instances {
  /** The name of this instance. */
  name: string;
  /** Sends hints to the other instances. */
  hint: (hints: readonly Hint[]) => void;
  /** The version that each instance serves, this one first; without instances that do not answer within 300 ms. */
  live: (document: DocumentAddress) => Promise<LiveOn[]>;
  /** Null without a Valkey. */
  connected: () => boolean | null;
  close: () => void;
}

interface Options {
  valkeyUrl: string;
  /** Receives the hints of other instances. */
  onHint: (hints: readonly Hint[]) => void;
  /** The version that this instance serves; null also when no address shows the document. */
  readVersion: (document: DocumentAddress) => Promise<LiveVersion | null>;
  onAlarm: OnAlarm;
}

const channel = 'brokerfront:content';
const answerTimeoutMs = 300;

export async function joinInstances({ valkeyUrl, onHint, readVersion, onAlarm }: Options): Promise<Instances> {
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 4)}`;
  const readOwn = async (document: DocumentAddress): Promise<LiveOn> => toAnswer(name, await readVersion(document));
  if (!valkeyUrl)
    return {
      name,
      hint: () => undefined,
      live: async (document) => [await readOwn(document)],
      connected: () => null,
      close: () => undefined,
    };

  let reported = false;
  const options = {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    retryStrategy: (times: number) => Math.min(10_000, 200 * 2 ** Math.min(times, 6)),
  };
  const sender = new Redis(valkeyUrl, options);
  const receiver = new Redis(valkeyUrl, { ...options, enableOfflineQueue: true });
  for (const connection of [sender, receiver]) {
    connection.on('ready', () => {
      reported = false;
    });
    connection.on('error', (error: Error) => {
      // The client emits an error at every retry; one alarm for each outage is enough.
      if (!reported) onAlarm({ kind: 'instances-unreachable', subject: 'valkey', message: error.message });
      reported = true;
    });
  }
  const questions = new Map<string, LiveOn[]>();
  // A lost message only delays a change until the next poll.
  const send = (message: Message) => void sender.publish(channel, JSON.stringify(message)).catch(() => undefined);

  /** Answers a question. On a failure it sends no answer, like an unreachable instance: no question from outside may end the process. */
  async function answer({ id, document }: Extract<Message, { kind: 'question' }>): Promise<void> {
    try {
      send({ kind: 'answer', from: name, id, version: await readVersion(document) });
    } catch (error) {
      onAlarm({
        kind: 'instances-unanswered',
        subject: `${document.type}/${document.id}.${document.locale}`,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  let reportedGarbled = false;
  receiver.on('message', (_channel: string, text: string) => {
    const parsed = v.safeParse(messageShape, text, { abortEarly: true, abortPipeEarly: true });
    if (!parsed.success) {
      if (!reportedGarbled)
        onAlarm({
          kind: 'instances-garbled',
          subject: 'valkey',
          message: `a message of ${text.length} characters on ${channel} cannot be read`,
        });
      reportedGarbled = true;
      return;
    }
    const message = parsed.output;
    reportedGarbled = false;
    if (message.from === name) return;
    if (message.kind === 'hint') onHint(message.hints);
    if (message.kind === 'question') void answer(message);
    if (message.kind === 'answer') questions.get(message.id)?.push(toAnswer(message.from, message.version));
  });
  void receiver.subscribe(channel).catch(() => undefined);

  return {
    name,
    connected: () => sender.status === 'ready' && receiver.status === 'ready',
    hint: (hints) => {
      for (let from = 0; from < hints.length; from += maxHintsInMessage)
        send({ kind: 'hint', from: name, hints: hints.slice(from, from + maxHintsInMessage) });
    },
    async live(document) {
      const id = randomUUID();
      const answers = [await readOwn(document)];
      questions.set(id, answers);
      send({ kind: 'question', from: name, id, document });
      await new Promise((resolve) => setTimeout(resolve, answerTimeoutMs));
      questions.delete(id);
      return answers;
    },
    close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

function toAnswer(instance: string, version: LiveVersion | null): LiveOn {
  return { instance, live: version !== null, ...version };
}
