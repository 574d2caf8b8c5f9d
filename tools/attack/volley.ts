/** Sends generated inputs to a site, many at a time, and judges each answer. fast-check generates them, and reduces an input that fails to a small one. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { AttackedSite } from './attacked-site.ts';
import { consent, cookies, webhook } from './generate/endpoints.ts';
import { form } from './generate/forms.ts';
import { cvFile, multipart } from './generate/multipart-forms.ts';
import type { Input, InputKind } from './generate/input.ts';
import { rawHttp } from './generate/http-requests.ts';
import { pageAddress, poisoning } from './generate/page-requests.ts';
import { seedNumber } from './generate/text.ts';
import { judge } from './judge.ts';
import { exchange, get } from './raw-connection.ts';
import type { Findings } from './report.ts';

type Generate = (host: string) => fc.Arbitrary<Input>;

/** Weights are percentages. Inputs that make the site hash, write a file or run a parser are rarer. */
export const generators: Partial<Record<InputKind, { weight: number; generate: Generate }>> = {
  'raw HTTP': { weight: 30, generate: rawHttp },
  'page address': { weight: 20, generate: pageAddress },
  poisoning: { weight: 14, generate: poisoning },
  form: { weight: 10, generate: form },
  cookie: { weight: 10, generate: cookies },
  consent: { weight: 5, generate: consent },
  webhook: { weight: 5, generate: webhook },
  multipart: { weight: 4, generate: multipart },
  'CV file': { weight: 2, generate: cvFile },
};

interface SavedInput {
  name: string;
  /** Latin-1; `{host}` stands for the site's host and port, `{x*1000}` for an x a thousand times. */
  pieces: string[];
  maxAnswers: number;
  complete: boolean;
}

function expand(piece: string, host: string): Buffer {
  const text = piece
    .replaceAll('{host}', host)
    .replaceAll(/\{(.+?)\*(\d+)\}/gs, (_, one: string, times: string) => one.repeat(Number(times)));
  return Buffer.from(text, 'latin1');
}

/** Reads the inputs of `seeds/`, each of which once found a fault. */
export function readCorpus(host: string): Input[] {
  const folder = join(import.meta.dirname, 'seeds');
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { name, pieces, maxAnswers, complete } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as SavedInput;
      const bytes = pieces.map((piece) => expand(piece, host));
      return { kind: 'corpus', name: `${file}: ${name}`, pieces: bytes, maxAnswers, complete };
    });
}

interface Options {
  site: AttackedSite;
  findings: Findings;
  seed: string;
  /** Connections at a time. */
  concurrency: number;
  /** The maximum number of inputs per second, so that the healthy visitors do not wait for a core. */
  rate: number;
  /** Whether a page still has its usual bytes. */
  isUnchanged: (path: string, body: string) => boolean;
  /** True when the volley should end. @param sent the number of inputs so far. */
  done: (sent: number) => boolean;
}

/** Milliseconds. An answer may wait in the queue for password hashes. */
const completePatience = 30_000;
/** Milliseconds. The site may answer or refuse an incomplete request, but does not have to. */
const openPatience = 250;
/** Inputs from one seed of fast-check, and the milliseconds after which it stops reducing one that fails. */
const batch = { numRuns: 200, interruptAfterTimeLimit: 30_000 };

/** Sends one input. @returns why the site failed, or null. */
async function tryInput(
  input: Input,
  { site, findings, isUnchanged }: Pick<Options, 'site' | 'findings' | 'isUnchanged'>,
  from: string,
): Promise<string | null> {
  const patience = input.complete ? completePatience : openPatience;
  const { answers, isClosed, isRefused } = await exchange({ port: site.port, from, pieces: input.pieces, patience });
  findings.inputs[input.kind] += 1;
  if (isRefused || site.isGone()) return `nothing listens any more: ${site.output.slice(-400)}`;
  const wrong = judge(input, answers, isClosed);
  if (wrong || input.poisons === undefined) return wrong;
  const { answer } = await get(site, input.poisons, { from, patience: completePatience });
  if (answer?.status !== 200) return `${input.poisons} answers ${answer?.status ?? 'nothing'} afterwards`;
  return isUnchanged(input.poisons, answer.body) ? null : `${input.poisons} has other bytes afterwards`;
}

/** Sends the corpus, then generated inputs until `done` or until the site is gone. */
export async function sendVolley(options: Options): Promise<void> {
  const { site, findings, seed, concurrency, rate, done } = options;
  let sent = 0;
  for (const input of readCorpus(site.host)) {
    const wrong = await tryInput(input, options, '127.0.66.1');
    if (wrong) findings.failedInput(input, `${input.name}: ${wrong}`);
    sent += 1;
  }
  const anyInput = fc.oneof(
    ...Object.values(generators).map(({ weight, generate }) => ({ weight, arbitrary: generate(site.host) })),
  );
  const startedAt = performance.now();
  let next = 0;
  const isOver = () => done(sent) || site.isGone();
  async function sendInputs(sender: number): Promise<void> {
    for (let number = 0; !isOver(); number += 1) {
      const property = fc.asyncProperty(anyInput, async (input) => {
        if (isOver()) return;
        next += 1;
        await wait(Math.max(0, startedAt + (next / rate) * 1000 - performance.now()));
        const wrong = await tryInput(input, options, `127.0.66.${2 + (sender % 200)}`);
        sent += 1;
        if (wrong) throw new Error(wrong);
      });
      const run = { ...batch, seed: seedNumber(`${seed}/${sender}/${number}`) };
      const { counterexample, errorInstance, counterexamplePath } = await fc.check(property, run);
      if (counterexample)
        findings.failedInput(
          counterexample[0],
          `${(errorInstance as Error).message}, fast-check seed ${run.seed}, path ${counterexamplePath}`,
        );
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, sender) => sendInputs(sender)));
}
