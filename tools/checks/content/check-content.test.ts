/** @module-tag exhaustive */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentReport, checkContent } from './check-content.ts';
import { projectRoot } from '../../project-root.ts';

/** The folder with a copy of the demonstration content that has one fault of each kind. */
const root = mkdtempSync(join(tmpdir(), 'brokerfront-faults-'));
let report: ContentReport;

function replaceIn(file: string, pattern: RegExp, text: string): void {
  const path = join(root, 'demo', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(pattern, text);
  if (after === before) throw new Error(`${file} has nothing like ${String(pattern)}`);
  writeFileSync(path, after);
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  symlinkSync(join(projectRoot, 'dist'), join(root, 'dist'));
  replaceIn(
    'pages/about.en.yaml',
    /(\nblocks:\n)/,
    '$1  - __component: blocks.carousel\n  - __component: blocks.figure\n    image: { file: ridge.svg, alt: "" }\n  - __component: blocks.figure\n    image: { file: absent.svg, alt: Absent }\n',
  );
  replaceIn('pages/why-us.es.yaml', /title: .*/, 'title: 7');
  replaceIn(
    'news-articles/gold-when-nothing-happens.en.yaml',
    /\nbody: \|[-+]?\n/,
    '$&  The [best](/nowhere) broker, [spreads](/forex#no-such-anchor), [old](/fx) and [[a new placeholder]].\n\n',
  );
  replaceIn('jobs/market-analyst-johannesburg.en.yaml', /summary: .*(?:\n {2,}.*)*/, 'summary: Too short.');
  replaceIn('instruments.csv', /^GBPUSD,forex-major/m, 'GBPUSD,forex');
  replaceIn('instruments.csv', /^(NO25,.*),oslo,/m, '$1,bergen,');
  replaceIn(
    'news-articles/gold-silver-ratio.it.yaml',
    /summary: .*(?:\n {2,}.*)*/,
    `summary: ${'Troppo lungo. '.repeat(20)}`,
  );
  replaceIn('pages/mt5.en.yaml', /heading: .*/, `heading: ${'Too long '.repeat(30)}`);
  rmSync(join(root, 'demo/jobs/compliance-officer-cape-town.it.yaml'));
  replaceIn(
    'pages/stocks.en.yaml',
    /title: .*\n(?=  description)/,
    'title: About a page that says what another one says\n',
  );
  replaceIn(
    'pages/crypto.en.yaml',
    /title: .*\n(?=  description)/,
    'title: About a page that says what another one says\n',
  );
  replaceIn('pages/forex.es.yaml', /{{count:forex}} pares/, '60 pares');
  replaceIn('pages/home.it.yaml', /US500 a {{US500\.spread\.prime}}/, 'US500 a {{US500.spread}}');
  replaceIn('faqs.en.yaml', /EURUSD at {{EURUSD\.price}}/, 'EURUSD at 1.0850');
  report = await checkContent(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['an unknown block', /^page\/about\.en .*unknown-block/],
  ['a missing image', /^page\/about\.en .*missing-image.*absent\.svg/],
  ['a figure without alt text', /^pages\/about\.en\.yaml: the figure .* needs an alt text/],
  ['a document that does not parse', /^page\/why-us\.es .*invalid: title/],
  ['the missing translation that follows from it', /^page\/why-us: missing-translation/],
  ['a missing translation', /^job\/compliance-officer-cape-town: missing-translation: exists only in en,es/],
  ['a banned word', /^news-articles\/gold-when-nothing-happens\.en\.yaml:\d+: “best”/],
  [
    'a link that leads nowhere',
    /^news-articles\/gold-when-nothing-happens\.en\.yaml: the link \/nowhere leads nowhere \(404\)/,
  ],
  [
    'an anchor that is not there',
    /^news-articles\/gold-when-nothing-happens\.en\.yaml: the page of \/forex#no-such-anchor has no #no-such-anchor/,
  ],
  [
    'a link that only a redirect answers',
    /^news-articles\/gold-when-nothing-happens\.en\.yaml: the link \/fx is answered only by a redirect/,
  ],
  ['a damaged instrument', /^instruments\.csv: row 3, assetClass: “forex” must be one of forex-major, /],
  [
    'an instrument of no calendar',
    /^instruments\.csv: row \d+, calendar: “bergen” must be one of the trading calendars /,
  ],
  ['what the site says of it', /^trading-calendar\/bergen: missing-calendar: does not exist; no25 trade by it/],
  [
    'a text that its field in Strapi does not take',
    /^news-articles\/gold-silver-ratio\.it\.yaml: summary: 279 characters, and Strapi accepts at most 220$/,
  ],
  ['one of a block', /^pages\/mt5\.en\.yaml: blocks\[0\]\.heading: 269 characters, and Strapi accepts at most 200$/],
  ['a short description', /^jobs\/market-analyst-johannesburg\.en\.yaml: summary has 10 characters/],
  [
    'a typed count that is wrong',
    /^pages\/forex\.es\.yaml: .*: “60 pares” is wrong, there are 61: write {{count:forex}}/,
  ],
  ['a faulty placeholder', /^page\/home\.it: faulty-figure: {{US500\.spread}} spread needs an account/],
  ['a typed price of another day', /^faqs\.en\.yaml#\d+: answer: “EURUSD at 1\.0850” is far from 1\.2/],
  ['a title that two pages share', /\/stocks.*\/crypto.* share the title|\/crypto.*\/stocks.* share the title/],
])('the check finds %s', (_, finding) => {
  expect(report.findings).toContainEqual(expect.stringMatching(finding));
});

test('the check lists placeholders without failing', () => {
  expect(report.launchList.get('a new placeholder')).toEqual(
    new Set(['news-articles/gold-when-nothing-happens.en.yaml']),
  );
  expect(report.findings.filter((finding) => finding.includes('placeholder'))).toEqual([]);
});
