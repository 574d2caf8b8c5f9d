/** Writes the measurements as a page with pictures, for a compliance officer: what falls short first, then every page with its numbers. */
import type { Measurement } from './measure-risk.ts';
import { riskTexts } from './risk-rules.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const number = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value * 10) / 10));

function formatPicture({ picture, address, text, look }: Measurement): string {
  if (picture === null) return '';
  const words = escape(`${text} on ${address} at ${look.width} px, ${look.theme}`);
  return `<a href="${escape(picture)}"><img src="${escape(picture)}" alt="${words}" loading="lazy"></a>`;
}

/** A line for each fault, with the looks that have it. */
export function summarizeFaults(measurements: readonly Measurement[]): string[] {
  const found = Map.groupBy(
    measurements.flatMap((one) => one.faults.map((fault) => ({ ...one, fault }))),
    ({ address, text, fault }) => `${address}: the ${text}: ${fault}`,
  );
  return [...found].map(
    ([line, those]) => `${line} (${those.map(({ look }) => `${look.width} ${look.theme}`).join(', ')})`,
  );
}

function formatRow(those: readonly Measurement[]): string {
  const [first] = those;
  if (!first) return '';
  const least = (read: (one: Measurement) => number | undefined) =>
    number(Math.min(...those.map((one) => read(one) ?? 0)));
  const faults = [...new Set(those.flatMap((one) => one.faults))];
  return `<tr${faults.length > 0 ? ' class="short"' : ''}>
<th scope="row">${escape(first.address)}</th><td>${first.text}</td><td>${least(({ seen }) => seen?.size)} px of ${least(({ page }) => page.usualSize)}</td>
<td>${number(Math.max(...those.map(({ page }) => page.claim.size)))} px: ${escape(first.page.claim.words)}</td><td>${least(({ seen }) => seen?.contrast)}</td>
<td>${faults.length > 0 ? escape(faults.join('; ')) : 'in order'}</td><td>${those.map(formatPicture).join('')}</td></tr>`;
}

/** @param siteUrl the site that was measured. @param date ISO. */
export function formatReport(measurements: readonly Measurement[], siteUrl: string, date: string): string {
  const rows = [...Map.groupBy(measurements, ({ address, text }) => `${address} ${text}`).values()];
  const short = rows.filter((those) => those.some(({ faults }) => faults.length > 0));
  const rest = rows.filter((those) => !short.includes(those));
  const pages = new Set(measurements.map(({ address }) => address)).size;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Risk warnings as visitors see them</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem}table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.4rem .6rem;text-align:start;vertical-align:top}th{font-weight:600}td{max-inline-size:22rem}img{block-size:9rem;margin:.2rem;border:1px solid #bbb}.short{background:#fde8e6}</style>
<h1>Risk warnings as visitors see them</h1>
<p>${escape(siteUrl)}, ${escape(date)}: ${pages} pages, ${measurements.length} measurements, <strong>${short.length === 0 ? 'all in order' : `${short.length} texts fall short`}</strong>.</p>
<h2>The rules</h2>
<table><tr><th>text<th>where<th>screen<th>of the usual size<th>of the largest text<th>contrast<th>of its contrast</tr>
${riskTexts.map((rule) => `<tr><th scope="row">${rule.name}</th><td>${rule.on}</td><td>${rule.screen}</td><td>${rule.ofUsualSize}</td><td>${rule.ofClaimSize}</td><td>${rule.contrast}</td><td>${rule.ofClaimContrast}</td></tr>`).join('\n')}
</table>
<h2>The pages</h2>
<p>Numbers are the least of all looks. A picture shows the screen of a first visitor with the text in its middle.</p>
<table><tr><th>page<th>text<th>smallest letters, of the usual ones<th>largest text of the page<th>contrast<th>result<th>pictures</tr>
${[...short, ...rest].map(formatRow).join('\n')}
</table></html>
`;
}
