/** What a person reads in an export: the list of what stood, and how to check it. In English, for any regulator. */
import type { DatedEntry } from '../store/archive-reader.ts';
import type { TreeHead } from '../store/merkle-tree.ts';
import type { ExportRequest } from './archive-export.ts';

export interface IndexRow {
  entry: DatedEntry;
  /** The target of a redirect; null when its time was over. */
  text: string | null;
  /** The file of a page in the export. */
  name: string | null;
  build: string | null;
  /** What the page was made from, with the version that stood then. */
  documents: { document: string; version: string | null }[];
}

export interface ExportFacts {
  request: ExportRequest;
  site: string;
  head: TreeHead;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

function writeTime(moment: number | null): string {
  return moment === null ? 'now' : new Date(moment).toISOString();
}

function nameRange({ address, below, from, until }: ExportRequest): string {
  return `${address}${below ? ' and below' : ''}, ${writeTime(from)} to ${writeTime(until)}`;
}

/** One row of the list. */
export function writeRow({ entry, text, name, build, documents }: IndexRow): string {
  const { subject, at, until, kind, hash, seq } = entry;
  const what = name
    ? `<a href="${escapeText(encodeURI(name))}">the page</a>`
    : kind === 'redirect'
      ? `led to ${escapeText(text ?? 'an address that is no longer kept')}`
      : kind === 'gone'
        ? 'nothing'
        : 'a page whose bytes are no longer kept';
  const list = documents.map(
    ({ document, version }) => `<li>${escapeText(document)} <small>${escapeText(version ?? '')}</small></li>`,
  );
  const origin =
    build === null
      ? ''
      : `<details><summary>${documents.length} documents, build ${escapeText(build)}</summary><ul>${list.join('')}</ul></details>`;
  return `<tr><td>${escapeText(subject)}<td>${writeTime(at)}<td>${writeTime(until)}<td>${what}<td>${seq}<td><code>${hash.toString('hex')}</code>${origin}`;
}

export function writeIndex({ request, site, head, rows }: ExportFacts & { rows: readonly string[] }): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What stood on ${escapeText(site)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.4rem .6rem;text-align:start;vertical-align:top}td:nth-child(2),td:nth-child(3){white-space:nowrap}code,small{overflow-wrap:anywhere}</style>
<h1>What stood on ${escapeText(site)}</h1>
<p>${escapeText(nameRange(request))}. Times are UTC. The files are proved by the first ${head.size} entries of the public log, with the root <code>${head.root.toString('hex')}</code>: see <a href="README.txt">README.txt</a>.
<table><thead><tr><th>Address<th>From<th>Until<th>What it was<th>Entry<th>SHA-256, and what it was made from<tbody>
${rows.join('\n')}
</table></html>
`;
}

export function writeReadme({ request, site, head }: ExportFacts): string {
  return `What stood on ${site}: ${nameRange(request)}.
index.html lists it. pages/ has each page exactly as it was served; assets/, media/ and drawings/ have its pictures, styles and fonts.
To see pages with their pictures: run "python3 -m http.server" in this folder and open http://localhost:8000/.
To check everything: run "python3 check.py" (Python 3, nothing else). It compares each file with its entry of the
public log, and each entry with the root of the log (a Merkle tree, RFC 9162), and names every fault.
Then compare the root with a head that does not come from us alone: one that you kept, or
${site}/.well-known/page-log?size=${head.size}
Whether a version was left out: ${site}/.well-known/page-log?address=${encodeURI(request.address)} lists all of an address.
proof.json has the entries: [number, address or document, from, kind, SHA-256, SHA-256 of what it was made from].
A version lasts until the next entry of its address. Answers to searches and forms are not kept, nor are pictures
in a size that no visitor was given.
`;
}
