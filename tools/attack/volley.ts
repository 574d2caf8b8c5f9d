/** Sends generated inputs to a site, many at a time, and judges each answer. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../project-root.ts';
import type { AttackedSite } from './attacked-site.ts';
import type { Findings } from './findings.ts';
import { cookies } from './generate/cookies.ts';
import { consent, webhook } from './generate/endpoints.ts';
import { form } from './generate/forms.ts';
import { rawHttp } from './generate/http-requests.ts';
import { cvFile, multipart } from './generate/multipart.ts';
import { pageAddress, poisoning } from './generate/page-requests.ts';
import { type Input, type InputKind, judge } from './input.ts';
import { Random } from './random.ts';
import { exchange, plainGet } from './raw-connection.ts';

type Generator = (random: Random, host: string, secret: string) => Input;

export const generators: Partial<Record<InputKind, Generator>> = {
  'raw HTTP': rawHttp,
  'page address': pageAddress,
  poisoning,
  form,
  multipart,
  'CV file': cvFile,
  cookie: cookies,
  consent,
  webhook,
};
/** Some inputs make the site hash, write a file or run a parser: those are rarer. */
const weights: [InputKind, number][] = [
  ['raw HTTP', 30],
  ['page address', 20],
  ['poisoning', 14],
  ['form', 10],
  ['cookie', 10],
  ['consent', 5],
  ['webhook', 5],
  ['multipart', 4],
  ['CV file', 2],
];
const wheel = weights.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

/** @returns the input of a seed. @throws when the kind has no generator. */
export function inputOf(kind: InputKind, seed: string, host: string, secret: string): Input {
  const generate = generators[kind];
  if (!generate) throw new Error(`nothing generates ${kind}`);
  return generate(new Random(seed), host, secret);
}

interface Corpus {
  name: string;
  /** Latin-1; `{host}` stands for the site's host and port, `{x*1000}` for an x a thousand times. */
  pieces: string[];
  mostAnswers: number;
  complete: boolean;
}

/** Inputs that once broke something, from `tools/attack/seeds/`; the volley sends them first. */
export function corpus(host: string): Input[] {
  const folder = join(projectRoot, 'tools/attack/seeds');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { name, pieces, mostAnswers, complete } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Corpus;
      const bytes = pieces.map((piece) =>
        Buffer.from(
          piece
            .replaceAll('{host}', host)
            .replaceAll(/\{(.+?)\*(\d+)\}/gs, (_, text: string, times: string) => text.repeat(Number(times))),
          'latin1',
        ),
      );
      return { kind: 'corpus', seed: `${file}: ${name}`, pieces: bytes, mostAnswers, complete };
    });
}

interface Options {
  site: AttackedSite;
  findings: Findings;
  seed: string;
  secret: string;
  /** Connections at a time. */
  concurrency: number;
  /** Most inputs per second, so that the healthy visitors do not wait for a core. */
  rate: number;
  /** Whether a page still has its usual bytes. */
  isAsEver: (path: string, body: string) => boolean;
  /** True when the volley should end. @param thrown the number of inputs so far. */
  done: (thrown: number) => boolean;
}

/** Milliseconds. An answer may wait in the queue for password hashes. */
const completePatience = 30_000;
/** Milliseconds. The site may answer or refuse an incomplete request, but does not have to. */
const openPatience = 250;

async function throwOne(
  input: Input,
  { site, findings, isAsEver }: Pick<Options, 'site' | 'findings' | 'isAsEver'>,
  from: string,
): Promise<void> {
  const patience = input.complete ? completePatience : openPatience;
  const { answers, ended, refused } = await exchange({ port: site.port, from, pieces: input.pieces, patience });
  findings.inputs[input.kind] += 1;
  if (site.isEnding()) return;
  if (refused || site.isGone())
    return findings.failedInput(input, `nobody listens any more: ${site.output.slice(-400)}`);
  const wrong = judge(input, answers, ended);
  if (wrong) findings.failedInput(input, wrong);
  if (input.poisons === undefined) return;
  const {
    answers: [clean],
  } = await exchange({
    port: site.port,
    from,
    pieces: [plainGet(input.poisons, site.port)],
    patience: completePatience,
  });
  if (site.isEnding()) return;
  if (clean?.status !== 200)
    findings.failedInput(input, `${input.poisons} answers ${clean?.status ?? 'nothing'} afterwards`);
  else if (!isAsEver(input.poisons, clean.body))
    findings.failedInput(input, `${input.poisons} has other bytes afterwards`);
}

/** Sends the corpus, then generated inputs until `done` or until the site is gone. @returns how many. */
export async function volley(options: Options): Promise<number> {
  const { site, seed, secret, concurrency, rate, done } = options;
  let thrown = 0;
  for (const input of corpus(site.host)) {
    await throwOne(input, options, '127.0.66.1');
    thrown += 1;
  }
  const begun = performance.now();
  let next = 0;
  async function thrower(number: number): Promise<void> {
    while (!done(thrown) && !site.isGone()) {
      const index = next;
      next += 1;
      await wait(Math.max(0, begun + (index / rate) * 1000 - performance.now()));
      const inputSeed = `${seed}/${index}`;
      await throwOne(
        inputOf(new Random(`${inputSeed}/kind`).pick(wheel), inputSeed, site.host, secret),
        options,
        `127.0.66.${2 + (number % 200)}`,
      );
      thrown += 1;
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, number) => thrower(number)));
  return thrown;
}
