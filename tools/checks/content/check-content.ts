/**
 * Checks the content of `demo/` with the real feed, parser and replica, and on the pages that the built server renders from it. Lists placeholders
 * without failing: they are the broker's list for the launch.
 */
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { descriptionLength, titleLength } from '../../../cms/src/rules/texts/text-lengths.ts';
import type { Alarm } from '../../../base/alarm.ts';
import { filesFeed } from '../../../content/feed/files-feed.ts';
import { checkInstruments, formatFault } from '../../../content/feed/instrument-check.ts';
import { instrumentFile } from '../../../content/feed/instrument-file.ts';
import type { Snapshot } from '../../../content/wire-document.ts';
import type { DocumentType } from '../../../content/model.ts';
import { type Replica, openReplica } from '../../../content/replica/replica.ts';
import { parseDocument, parseTakenDown } from '../../../content/parse/parse-document.ts';
import { localePath, isPagePath } from '../../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../../content/locales.ts';
import { createFillIn } from '../../../site/instruments/fill-in.ts';
import { messages } from '../../../site/i18n/translate.ts';
import { staticPaths } from '../../../content/static-paths.ts';
import { startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { contradictionFindings } from './contradictions.ts';
import { drawingFindings, figureFindings, messageFileFindings } from './content-figure-findings.ts';
import {
  bannedWordFindings,
  duplicateFindings,
  imagesWithoutAlt,
  lengthFinding,
  findPlaceholders,
  quotedTexts,
  riskSentenceFindings,
} from './content-text-findings.ts';
import { editorLimitFindings } from './editor-limits.ts';
import { type Visited, crawlSite } from './crawl-site.ts';
import { translationNotes } from './translation-notes.ts';

export interface ContentReport {
  documents: number;
  pages: number;
  findings: string[];
  /** How far the translations are, a line for each language. */
  notes: string[];
  /** Placeholder → the files that contain it. */
  launchList: Map<string, Set<string>>;
}

/**
 * Fills a replica with the content and reads every document, as visitors get it. The caller closes the replica.
 * @returns its alarms as findings: documents that do not parse, unknown blocks, missing images and translations, wrong figures.
 */
function filledReplica(snapshot: Snapshot): { replica: Replica; findings: string[] } {
  const alarms: Alarm[] = [];
  const onAlarm = (alarm: Alarm) => alarms.push(alarm);
  const replica = openReplica(':memory:', onAlarm, () => undefined, createFillIn(onAlarm));
  replica.apply(snapshot);
  const read = replica.reader();
  // Figures are filled in when a document is read.
  for (const { type, id, locale } of replica.addresses()) read.get(type, id, locale);
  return { replica, findings: alarms.map(({ kind, subject, message }) => `${subject}: ${kind}: ${message}`) };
}

interface DocumentLink {
  source: string;
  /** With language prefix. */
  url: string;
}

/** Collects the links of a parsed document within the site: from its HTML and from its fields for links. */
export function collectLinks(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => collectLinks(item, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => collectLinks(item, name));
  if (typeof value !== 'string') return [];
  if (['url', 'link', 'to'].includes(key)) return value.startsWith('/') ? [value] : [];
  return [...value.matchAll(/ href="(\/[^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

/** Returns the document with its figures; without them when visitors get the document of another language. */
function ownOrFilled<Document extends { locale: Locale }>(typed: Document, filled: Document | null): Document {
  return filled?.locale === typed.locale ? filled : typed;
}

function documentFindings(snapshot: Snapshot, replica: Replica): { findings: string[]; links: DocumentLink[] } {
  const read = replica.reader();
  const findings: string[] = [];
  const links: DocumentLink[] = [];
  for (const { type, locale, wire, source } of snapshot.documents) {
    // Skips documents that are taken down. The replica has already reported documents that do not parse.
    if (parseTakenDown(type, wire)) continue;
    findings.push(...editorLimitFindings(source, type, wire));
    findings.push(...riskSentenceFindings(wire, locale).map((finding) => `${source}: ${finding}`));
    const parsed = parseDocument(type, locale, wire);
    if (!parsed.ok) continue;
    // Figures are filled in, because they change the length of a text.
    const filled = read.get(type, parsed.document.id, locale);
    const document = ownOrFilled(parsed.document, filled);
    for (const url of new Set(collectLinks(document)))
      links.push({ source, url: isPagePath(url) ? localePath(url, locale) : url });
    if ('seo' in document) {
      const { title, description } = document.seo;
      // The replica has already reported a page without them; articles and legal documents may lack both.
      if (title !== null) findings.push(...lengthFinding(`${source}: seo.title`, title, titleLength));
      if (description !== null)
        findings.push(...lengthFinding(`${source}: seo.description`, description, descriptionLength));
    }
    if ('description' in document)
      findings.push(...lengthFinding(`${source}: description`, document.description, descriptionLength));
    if (type === 'job' && 'summary' in document)
      findings.push(...lengthFinding(`${source}: summary`, document.summary, descriptionLength));
    const blocks = 'blocks' in document ? document.blocks : [];
    for (const block of blocks) {
      if (block.component === 'blocks.figure' && block.image?.alt === '')
        findings.push(`${source}: the figure “${block.id}” is content, so its image needs an alt text`);
    }
    for (const [image] of JSON.stringify(document).matchAll(/<img(?![^>]*\salt=\\"[^\\"])[^>]*>/g))
      findings.push(`${source}: an image without an alt text: ${image}`);
  }
  return { findings, links };
}

/** Empties the lines that visitors type into the search and never read; the numbers of the others stay. */
function withoutSearchWords(text: string): string {
  return text.replaceAll(/^( *)(?:searchedAs|synonyms): [|>].*\n(?:\1 +.*\n|\n)*/gm, (block) =>
    block.replaceAll(/[^\n]/g, ''),
  );
}

async function fileFindings(folder: string, launchList: ContentReport['launchList']): Promise<string[]> {
  const findings: string[] = [];
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.yaml'))
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    // The rules themselves have the words.
    const isRules = name.startsWith('content-rule-set.');
    const locale = isRules ? undefined : locales.find((code) => name.endsWith(`.${code}.yaml`));
    for (const { line, message } of locale ? bannedWordFindings(withoutSearchWords(text), locale) : [])
      findings.push(`${name}:${line}: ${message}`);
    for (const placeholder of findPlaceholders(text))
      launchList.set(placeholder, (launchList.get(placeholder) ?? new Set()).add(name));
    for (const path of quotedTexts(load(text))) findings.push(`${name}: ${path} is entirely in quotation marks`);
    for (const path of imagesWithoutAlt(load(text)))
      findings.push(`${name}: ${path} has no alt text (write alt: "" when the image is decorative)`);
  }
  // Pictures of platforms are like screenshots: their prices need not be current.
  for (const name of await readdir(join(folder, 'media')))
    if (name.endsWith('.svg') && !name.startsWith('platform-'))
      for (const finding of drawingFindings(await readFile(join(folder, 'media', name), 'utf8')))
        findings.push(`media/${name}: ${finding}`);
  return findings;
}

/** Finds the faults of `instruments.csv`, by row and column. */
async function instrumentFindings(folder: string, snapshot: Snapshot): Promise<string[]> {
  const listIds = (wanted: DocumentType) => [
    ...new Set(snapshot.documents.flatMap(({ type, wire }) => (type === wanted ? [(wire as { id: string }).id] : []))),
  ];
  const bytes = await readFile(join(folder, instrumentFile));
  const now = new Date().toISOString();
  return checkInstruments(bytes, listIds('account-type'), now, listIds('trading-calendar')).faults.map(
    (fault) => `${instrumentFile}: ${formatFault(fault)}`,
  );
}

/** Finds links that lead to an error, that only a redirect answers, or whose anchor is not on the target page. */
export function linkFindings(links: readonly DocumentLink[], visited: ReadonlyMap<string, Visited>): string[] {
  const sources = Map.groupBy(links, ({ url }) => url);
  return [...sources].flatMap(([url, from]) => {
    const [path = '', anchor] = url.split('#', 2);
    const answer = visited.get(path);
    const who = [...new Set(from.map(({ source }) => source))];
    const where = `${who.slice(0, 3).join(', ')}${who.length > 3 ? ` and ${who.length - 3} more` : ''}`;
    if (!answer || answer.status >= 400)
      return [`${where}: the link ${url} leads nowhere (${answer?.status ?? 'not visited'})`];
    if (answer.redirectTarget !== null && !path.startsWith('/api/'))
      return [`${where}: the link ${url} is answered only by a redirect to ${answer.redirectTarget}`];
    if (anchor && !answer.ids.has(anchor)) return [`${where}: the page of ${url} has no #${anchor}`];
    return [];
  });
}

async function siteFindings(
  root: string,
  links: readonly DocumentLink[],
): Promise<{ findings: string[]; pages: number }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-content-'));
  await using site = await startBuiltSite({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', BROKERFRONT_ROOT: root });
  const starts = locales.flatMap((locale) => Object.values(staticPaths).map((path) => localePath(path, locale)));
  const visited = await crawlSite(site.url, [...starts, ...links.map(({ url }) => url.replace(/#.*$/, ''))]);
  // A link of a document is reported once, under the name of the document instead of every page that shows it.
  const documentUrls = new Set(links.map(({ url }) => url));
  const onPages = [...visited].flatMap(([path, { links: found }]) =>
    found.filter((url) => !documentUrls.has(url)).map((url) => ({ source: path, url })),
  );
  const heads = [...visited.values()].flatMap(({ head }) => (head && !head.path.includes('?') ? [head] : []));
  const findings = [...linkFindings(links, visited), ...linkFindings(onPages, visited), ...duplicateFindings(heads)];
  return { findings, pages: heads.length };
}

/** @param root folder with the content in `demo/` and the build in `dist/`. @throws when the built site does not start. */
export async function checkContent(root: string): Promise<ContentReport> {
  const folder = join(root, 'demo');
  const snapshot = await filesFeed(folder).snapshot();
  const launchList: ContentReport['launchList'] = new Map();
  const unreadFiles = (snapshot.unread ?? []).map(({ source, message }) => `${source}: ${message}`);
  const { replica, findings } = filledReplica(snapshot);
  const count = replica.size();
  const documents = documentFindings(snapshot, replica);
  const read = replica.reader();
  const figures = [
    ...figureFindings(snapshot, replica),
    ...contradictionFindings(snapshot, read.list('instrument', 'en'), read.list('trading-calendar', 'en')),
    ...messageFileFindings(),
  ];
  replica.close();
  const files = [...(await fileFindings(folder, launchList)), ...(await instrumentFindings(folder, snapshot))];
  const site = await siteFindings(root, documents.links);
  const blindFindings =
    count < 100 || site.pages < 100 ? [`only ${count} documents and ${site.pages} pages were checked`] : [];
  return {
    documents: count,
    pages: site.pages,
    notes: translationNotes(snapshot, messages),
    findings: [
      ...blindFindings,
      ...unreadFiles,
      ...findings,
      ...documents.findings,
      ...figures,
      ...files,
      ...site.findings,
    ],
    launchList,
  };
}
