/** Shows what `/verify` answers. Runs on the server and in the island. */
import type { ReactNode } from 'react';
import { fill } from '../../i18n/fill.ts';
import type { Messages } from '../../i18n/translate.ts';
import type { Alteration } from './compare-pages.ts';
import { type VerifyAnswer, maxVersions } from './verify-answer.ts';
import { linkSign } from './page-text.ts';
import styles from './verify.module.css';

/** The texts of the page, with placeholders in braces. */
export type VerifyWords = Messages['verify']['words'];

export interface AnswerTexts {
  words: VerifyWords;
  /** The language tag whose conventions dates follow. */
  tag: string;
  /** The site's host. */
  own: string;
}

function showWords(list: readonly string[]): string {
  return (
    list
      .map((word) => (word.startsWith(linkSign) ? `${linkSign} ${word.slice(linkSign.length)}` : word))
      .join(' ')
      // `page-text.ts` ends a word after a hyphen.
      .replace(/(?<=\S[-–]) (?=\S)/g, '')
  );
}

/** The words are marked by their names and by lines, not by colour alone. */
function AlterationItem({
  alteration: { before, ours, theirs, after },
  words,
}: {
  alteration: Alteration;
  words: VerifyWords;
}) {
  return (
    <li>
      {before.length > 0 && <span className={styles.around}>… {showWords(before)} </span>}
      <del>
        <b>{words.removed}</b> {ours.length > 0 ? showWords(ours) : <i>{words.missing}</i>}
      </del>{' '}
      <ins>
        <b>{words.added}</b> {theirs.length > 0 ? showWords(theirs) : <i>{words.missing}</i>}
      </ins>
      {after.length > 0 && <span className={styles.around}> {showWords(after)} …</span>}
    </li>
  );
}

type Tone = 'good' | 'bad' | 'open';

/** @returns null for an answer that is an error of a field. */
function describe(
  answer: VerifyAnswer,
  { words, tag, own }: AnswerTexts,
): { tone: Tone; heading: string; lines: string[]; alterations?: readonly Alteration[] } | null {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const moment = (at: number) => `${format.format(at)} UTC`;
  const say = (key: keyof VerifyWords, values: Record<string, string> = {}) => fill(words[key], values);
  const isFile = 'others' in answer;
  const ends: string[] = isFile && answer.others.length > 0 ? [say('others', { hosts: answer.others.join(', ') })] : [];
  const extra = 'added' in answer && answer.added.length > 0 ? [say('extra', { words: answer.added.join(' ') })] : [];
  ends.push(...extra);
  switch (answer.kind) {
    case 'ours': {
      const { path, from, until, clocks, others } = answer;
      const lines = [say('oursText', { path }), ...(clocks ? [words.clocks] : []), ...ends];
      const heading =
        until === null
          ? say('oursNow', { from: moment(from) })
          : say('ours', { from: moment(from), until: moment(until) });
      // A copy says the same, and takes the money of those who believe it.
      return others.length > 0
        ? {
            tone: 'bad',
            heading: words.copied,
            lines: [
              say('copiedText', { hosts: others.join(', ') }),
              heading,
              ...(clocks ? [words.clocks] : []),
              ...extra,
            ],
          }
        : { tone: 'good', heading, lines };
    }
    case 'altered': {
      const { path, from, until, alterations, more } = answer;
      const text =
        until === null
          ? say('alteredTextNow', { path, from: moment(from) })
          : say('alteredText', { path, from: moment(from), until: moment(until) });
      const others = more > 0 ? [say('more', { count: String(more) })] : [];
      return { tone: 'bad', heading: words.altered, lines: [text, ...others, ...ends], alterations };
    }
    case 'never': {
      const { path } = answer;
      const lines = [say('neverText', { path }), ...ends, say('neverOld', { count: String(maxVersions) })];
      return { tone: 'bad', heading: words.never, lines };
    }
    case 'stands': {
      const { path, since, first } = answer;
      const lines = [
        say('standsText', { path }),
        ...(first < since ? [say('standsFirst', { first: moment(first) })] : []),
      ];
      return { tone: 'good', heading: say('stands', { since: moment(since) }), lines };
    }
    case 'stood': {
      const { path, first, until, to } = answer;
      const heading = say('stood', { first: moment(first), until: moment(until) });
      return {
        tone: 'open',
        heading,
        lines: [to === null ? say('stoodText', { path }) : say('stoodMoved', { path, to })],
      };
    }
    case 'unknown':
      return { tone: 'bad', heading: words.unknown, lines: [say('unknownText', { path: answer.path })] };
    case 'foreign':
      return { tone: 'bad', heading: words.foreign, lines: [say('foreignText', { host: answer.host, own })] };
    default:
      return null;
  }
}

const signs: Record<Tone, string> = { good: '✓', bad: '✕', open: '!' };

export function VerifyAnswerView({
  answer,
  texts,
  children,
}: {
  answer: VerifyAnswer;
  texts: AnswerTexts;
  children?: ReactNode;
}) {
  const described = describe(answer, texts);
  if (!described) return null;
  const { tone, heading, lines, alterations = [] } = described;
  const [first, ...rest] = lines;
  return (
    <div className={styles.answer} data-tone={tone}>
      <h2 tabIndex={-1} id="answer">
        <span aria-hidden="true">{signs[tone]}</span> {heading}
      </h2>
      <p>{first}</p>
      {alterations.length > 0 && (
        <ul role="list" className={styles.alterations} translate="no">
          {alterations.map((alteration, index) => (
            <AlterationItem key={index} alteration={alteration} words={texts.words} />
          ))}
        </ul>
      )}
      {rest.map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      {children}
    </div>
  );
}
