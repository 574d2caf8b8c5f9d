/** The five patterns from which editors start a page: blocks with texts in brackets that say what to write there. */
import type { Core } from '@strapi/strapi';
import type { LocaleCode } from '../../setup/content-types';
import { listFields } from '../document-fields';
import { fieldLabel } from '../field-names';
import words from './page-pattern-words.json';
import { type Problem, tell } from '../problem';

type Word = keyof (typeof words)['en'];
type Say = (word: Word) => string;
type Block = Record<string, unknown> & { __component: string };

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

const hero = (say: Say, more: object = {}): Block => ({
  __component: 'blocks.hero',
  heading: say('heading'),
  text: say('lead'),
  actions: [
    { name: say('open'), url: '/register', style: 'primary' },
    { name: say('compare'), url: '/account-types', style: 'secondary' },
  ],
  ...more,
});
const points = (say: Say, heading: Word): Block => ({
  __component: 'blocks.feature-list',
  heading: say(heading),
  items: times(3, { title: say('point'), icon: 'check', text: say('point-text') }),
});
const steps = (say: Say): Block => ({
  __component: 'blocks.steps',
  tone: 'band',
  heading: say('steps'),
  variant: 'row',
  items: times(3, { title: say('step'), text: say('step-text') }),
});
const text = (say: Say, heading: Word | null, body: Word): Block => ({
  __component: 'blocks.rich-text',
  heading: heading && say(heading),
  body: say(body),
});
const questions = (say: Say): Block => ({
  __component: 'blocks.faq',
  heading: say('questions'),
  items: times(2, { question: say('question'), answer: say('answer') }),
});
const form = (say: Say): Block => ({
  __component: 'blocks.form',
  tone: 'band',
  heading: say('form'),
  name: 'request',
  destination: 'marketing',
  fields: [
    { kind: 'name', name: 'name' },
    { kind: 'email', name: 'email' },
    { kind: 'consent', name: 'consent', consent: say('consent') },
  ],
});
const invitation = (say: Say): Block => ({
  __component: 'blocks.call-to-action',
  tone: 'dark',
  heading: say('heading'),
  actions: [{ name: say('open'), url: '/register', style: 'primary' }],
});

export const patterns: Readonly<Record<string, (say: Say) => Block[]>> = {
  product: (say) => [
    hero(say),
    points(say, 'points'),
    {
      __component: 'blocks.data-table',
      tone: 'band',
      heading: say('prices'),
      caption: say('prices-caption'),
      columns: [
        { label: say('instrument'), figure: 'symbolAndName' },
        { label: say('spread'), align: 'end', format: 'number', digits: 1, figure: 'spread' },
        { label: say('leverage'), align: 'end', figure: 'leverage' },
      ],
      instruments: 'EURUSD, XAUUSD, BRENT',
    },
    steps(say),
    questions(say),
    invitation(say),
  ],
  campaign: (say) => [hero(say, { eyebrow: say('when') }), steps(say), text(say, 'terms', 'terms-text'), form(say)],
  comparison: (say) => [
    hero(say),
    {
      __component: 'blocks.comparison-table',
      tone: 'band',
      caption: say('caption'),
      columns: [{ name: say('one'), highlighted: true }, { name: say('other') }],
      rows: times(4, { label: say('row'), values: times(2, say('value')) }),
    },
    text(say, 'difference', 'difference-text'),
    questions(say),
    invitation(say),
  ],
  event: (say) => [
    hero(say, { eyebrow: say('place') }),
    points(say, 'learn'),
    text(say, 'programme', 'programme-text'),
    form(say),
  ],
  text: (say) => [{ __component: 'blocks.hero', heading: say('heading'), text: say('lead') }, text(say, null, 'text')],
};

/** @param warning the warning of the language that compliance keeps under Company. */
export function buildPattern(name: string, locale: LocaleCode, warning: string): Block[] {
  const say: Say = (word) => words[locale][word];
  return [...(patterns[name]?.(say) ?? []), { __component: 'blocks.risk-notice', heading: say('risk'), text: warning }];
}

const inBrackets = new Set(
  Object.values(words).flatMap((list) => Object.values(list).filter((one) => one.startsWith('['))),
);

/** Texts of a pattern that nobody has replaced. @param page about to be published, with its components. */
export function findPatternProblems(strapi: Core.Strapi, uid: string, page: Record<string, unknown>): Problem[] {
  return listFields(strapi, uid, page).flatMap(({ path, value }) => {
    const left = [value].flat().find((one) => inBrackets.has(String(one).trim()));
    return left === undefined
      ? []
      : tell(
          path,
          `${fieldLabel(strapi, uid, path, page)}: ${String(left)} is still the text of the pattern. Write your own, or remove it.`,
        );
  });
}
