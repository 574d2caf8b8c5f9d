/** The states of every block that editors can create, from minimal to extreme, as `/dev/blocks` shows them. */
import { type ArticleList, type Embed, type FormBlock, screenSizes } from '../../content/model-blocks.ts';
import { type FormField, type FormFieldKind, formFieldKinds } from '../../content/model-forms.ts';
import { diagramSamples } from './diagram-samples.ts';
import { type BlockSamples, section } from './sample-words.ts';
import { tableSamples } from './table-samples.ts';

const articles: Pick<ArticleList, 'kind' | 'category'> = { kind: 'news', category: null };
const video: Pick<Embed, 'provider' | 'videoId'> = { provider: 'youtube', videoId: 'sample-of-dev' };

const form: Pick<FormBlock, 'destination' | 'button' | 'sentHeading' | 'sentText' | 'nextPage'> = {
  destination: 'desk',
  button: null,
  sentHeading: null,
  sentText: null,
  nextPage: null,
};
const field = (kind: FormFieldKind): FormField => ({
  kind,
  key: kind,
  label: null,
  hint: null,
  message: null,
  required: true,
  choices: [],
  consent: null,
});

export const blockSamples: BlockSamples = {
  ...tableSamples,
  ...diagramSamples,
  'blocks.rich-text': (words) => ({
    least: { ...section(), variant: 'text', body: words.shortText },
    long: { ...section(words), variant: 'text', body: words.longText },
    dark: { ...section(words, 'dark'), variant: 'text', body: words.longText },
    quiet: { ...section(words, 'band'), variant: 'quiet', body: words.longText },
  }),
  'blocks.feature-list': (words) => ({
    least: { ...section(), items: [{ icon: null, title: words.short, text: words.shortText, link: null }] },
    long: {
      ...section(words, 'band'),
      items: [words.short, words.word, words.title, words.short, words.title].map((title, index) => ({
        icon: index === 0 ? null : 'calculator',
        title,
        text: index === 1 ? words.shortText : words.line,
        link: index === 2 ? words.link : null,
      })),
    },
  }),
  'blocks.steps': (words) => ({
    least: { ...section(), variant: 'column', items: [{ title: words.short, text: words.shortText }], actions: [] },
    row: {
      ...section(words),
      variant: 'row',
      items: [words.short, words.word, words.title, words.short].map((title) => ({ title, text: words.line })),
      actions: words.actions,
    },
    long: {
      ...section(words, 'dark'),
      variant: 'column',
      items: [words.short, words.word, words.title, words.title].map((title) => ({ title, text: words.line })),
      actions: words.actions,
    },
  }),
  'blocks.figure': (words) => ({
    empty: { ...section(), image: null, caption: null },
    image: { ...section(), image: words.image, caption: words.line },
    long: { ...section(words, 'band'), image: words.image, caption: words.longText },
  }),
  'blocks.quote': (words) => ({
    least: { ...section(), quote: words.shortText, name: words.short, role: null, more: [] },
    carousel: {
      ...section(words, 'band'),
      quote: words.line,
      name: words.title,
      role: words.title,
      more: [{ quote: words.shortText, name: words.word, role: null }],
    },
  }),
  'blocks.faq': (words) => ({
    empty: { ...section(), group: null, items: [], limit: null, link: null },
    long: {
      ...section(words),
      group: null,
      items: [words.short, words.word, words.title].map((question) => ({ question, answer: words.longText })),
      limit: null,
      link: words.link,
    },
  }),
  'blocks.call-to-action': (words) => ({
    least: { ...section(), heading: words.short, actions: [] },
    long: { ...section(words, 'dark'), actions: words.actions },
  }),
  'blocks.card-list': (words) => ({
    least: {
      ...section(),
      cards: [{ title: words.short, text: words.shortText, link: null, image: null, meta: null }],
    },
    long: {
      ...section(words, 'band'),
      cards: [words.short, words.word, words.title, words.title].map((title, index) => ({
        title,
        text: index === 0 ? words.shortText : words.line,
        link: index === 1 ? null : words.link,
        image: index % 2 === 0 ? words.image : null,
        meta: index === 2 ? words.title : null,
      })),
    },
  }),
  'blocks.download-badges': (words) => ({
    least: { ...section(), items: [{ id: 'one', name: words.short, link: 'https://example.com/', image: null }] },
    long: {
      ...section(words),
      items: [words.short, words.title, words.word].map((name, index) => ({
        id: String(index),
        name,
        link: 'https://example.com/',
        image: null,
      })),
    },
  }),
  'blocks.article-list': (words) => ({
    empty: { ...section(), ...articles, category: 'no-such-category', limit: 3, link: null },
    long: { ...section(words), ...articles, limit: 4, link: words.link },
  }),
  'blocks.embed': (words) => ({
    least: { ...section(), ...video, title: words.short, poster: null, consentText: words.short },
    long: { ...section(words, 'band'), ...video, title: words.title, poster: words.image, consentText: words.title },
  }),
  'blocks.form': (words) => ({
    least: { ...section(), ...form, key: 'least', heading: words.short, fields: [field('email')] },
    long: {
      ...section(words, 'band'),
      ...form,
      key: 'long',
      heading: words.title,
      destination: 'marketing',
      fields: formFieldKinds.map((kind) => ({
        ...field(kind),
        label: kind === 'email' ? null : words.title,
        hint: kind === 'name' ? null : words.title,
        required: kind !== 'line',
        choices: [words.short, words.word, words.title],
        consent: words.line,
      })),
      button: words.title,
    },
  }),
  'blocks.risk-notice': (words) => ({
    least: { ...section(), text: words.shortText },
    long: { ...section(), heading: words.title, text: words.longText },
  }),
  'blocks.product': (words) => ({
    least: { ...section(), platforms: words.platforms.slice(2), note: null },
    long: {
      ...section(words, 'band'),
      platforms: words.platforms.map((platform) => ({
        ...platform,
        callouts: screenSizes.map((from) => ({ title: `${from} ${words.title}`, text: words.line, from })),
      })),
      note: words.line,
    },
    'light alone': {
      ...section(words, 'dark'),
      platforms: words.platforms.slice(1, 2).map(({ pictures: [wide], ...platform }) => ({
        ...platform,
        pictures: wide ? [{ ...wide, dark: null }] : [],
        callouts: [{ title: words.word, text: words.shortText, from: 'narrow' }],
      })),
      note: words.shortText,
    },
  }),
};
