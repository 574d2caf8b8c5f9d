/** Every parser handles a megabyte of its worst input in moments. Quadratic code would take minutes: the test terminates it, and measures no time. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { isExhaustive, sample, testSample } from '../../tests/sampled.ts';

/** Milliseconds: a thousand times what any case takes alone on an idle machine, and a hundredth of what quadratic code takes. */
const patience = 60_000;
const here = import.meta.dirname;

/** Runs `code` with `worst`, 1 MB of repetitions, in a worker thread, which is terminated when it does not finish. */
async function ends(repeated: string, imports: string, code: string): Promise<string> {
  const program = `import { parentPort } from 'node:worker_threads'; ${imports}
    const worst = ${JSON.stringify(repeated)}.repeat(${Math.ceil(1_000_000 / repeated.length)});
    ${code}; parentPort.postMessage('it ended');`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { execArgv: [] });
  const end = new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const limit = new Promise<string>((resolve) => setTimeout(resolve, patience, 'it did not end').unref());
  try {
    return await Promise.race([end, limit]);
  } finally {
    await worker.terminate();
  }
}

const url = (file: string) => JSON.stringify(`file://${join(here, file)}`);
const parse = `import { parseDocument } from ${url('parse-document.ts')};`;
const updatedAt = '2026-11-21T10:00:00.000Z';

const patterns = [
  '[',
  '[[',
  '[[a',
  ']',
  '<',
  '<a',
  '<b>',
  '<div>',
  '*',
  '_',
  '> ',
  '`',
  '``a',
  '![',
  '- ',
  '|',
  '/',
  ' ',
  '\n',
  '&',
];
const lengths = isExhaustive ? [1_000_000, 200_000, 10_000] : [1_000_000];
const cases = patterns.flatMap((repeated) => ['en', 'es'].map((locale) => ({ repeated, locale })));

// Each pattern in one language, and each language with half of the patterns.
testSample(
  sample(cases, (_, index) => [0, 3].includes(index % 4)),
  'documents full of $repeated, in $locale',
  async ({ repeated, locale }) => {
    const code = `
      const base = { id: 'a', slug: 'a', updatedAt: '${updatedAt}' };
      const of = (length) => { const part = worst.slice(0, length); return { ...base, title: part, name: part, term: part, question: part, answer: part, definition: part, description: part, summary: part, body: part, text: part,
        from: '/' + part, to: '/' + part, permanent: true, version: part, effectiveOn: part, publishedOn: '2026-01-01', level: 1, additionalLinks: [{ name: part, url: part }], riskWarning: part,
        seo: { title: part, description: part, keywords: part, image: null }, blocks: [{ __component: 'blocks.rich-text', body: part }, { __component: 'blocks.hero', heading: part, text: part }] }; };
      for (const type of ['page', 'news-article', 'legal-document', 'faq', 'tag', 'glossary-term', 'redirect', 'instrument', 'footer', 'common-datum', 'header-nav-item'])
        for (const length of ${JSON.stringify(lengths)}) parseDocument(type, '${locale}', of(length));`;
    expect(await ends(repeated, parse, code)).toBe('it ended');
  },
);

test.each<[name: string, repeated: string, imports: string, code: string]>([
  ['plain text of HTML', '<', `import { plainText } from ${url('../plain-text.ts')};`, 'plainText(worst)'],
  [
    'placeholders',
    '[',
    `import { placeholderPattern } from ${url('wire-pieces.ts')};`,
    "worst.replace(placeholderPattern, '$1')",
  ],
  [
    'placeholders that begin and never end',
    '[[a',
    `import { placeholderPattern } from ${url('wire-pieces.ts')};`,
    "worst.replace(placeholderPattern, '$1')",
  ],
  ['anchors', '-', `import { createAnchors } from ${url('markdown.ts')};`, 'createAnchors()(worst)'],
  [
    'words of a search',
    '\u0301a',
    `import { splitWords, stem, cutExcerpt } from ${url('../search/language.ts')};`,
    "splitWords(worst).forEach((word) => stem(word.slice(0, 1000), 'it')); cutExcerpt(worst, new Set(['x']), 'en')",
  ],
  [
    'redirect targets',
    'a',
    `import { resolveRedirect } from ${url('../../server/pages/redirect-target.ts')};`,
    "resolveRedirect('/' + worst, 'es', ''); resolveRedirect('/a?' + worst + '\\n', 'es', '?' + worst)",
  ],
  [
    'addresses',
    '/',
    `import { parsePageAddress } from ${url('../../server/pages/page-address.ts')};`,
    "parsePageAddress('/a' + worst); parsePageAddress('/a' + worst + 'a')",
  ],
  [
    'links that a visitor names',
    '%2f',
    `import { parsePageAddress } from ${url('../../server/pages/page-address.ts')};`,
    "parsePageAddress('/a' + worst)",
  ],
  [
    'what a browser accepts',
    'br, ',
    `import { chooseEncoding } from ${url('../../server/http/content-encoding.ts')};`,
    "chooseEncoding(worst); chooseEncoding('br' + ' '.repeat(1e6))",
  ],
])('%s', async (_name, repeated, imports, code) => {
  expect(await ends(repeated, imports, code)).toBe('it ended');
});
