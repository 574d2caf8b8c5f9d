/**
 * The mark of a day view: a bar at the end of a page that says of which moment the page is, and ends the day view. It has its own style, because an archived page has
 * the style of another build. Where a day view has no page to show, a page of its own says why.
 */
import { createHash } from 'node:crypto';
import type { Locale } from '../../content/locales.ts';
import { localeRecords, languageAttributes } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { hashStyle } from '../../server/http/style-source.ts';
import type { Day } from './day-link.ts';

/** What a day view shows of an address. */
export interface DayPage {
  status: number;
  html: string;
  /** For the Content-Security-Policy: the hashes of the page's own style and of the bar's. */
  styleSource: string;
}

/** What the bar says besides the moment: since when the page stood, or what is planned. */
export type DayNote = { kind: 'stood'; from: number; until: number | null } | { kind: 'planned' | 'nothing-planned' };

/** Why a day view shows no page. */
export type NoPageReason =
  | 'gone'
  | 'unknown'
  | 'removed'
  | 'parameters'
  | 'form'
  | 'no-archive'
  | 'archive-away'
  | 'plan-away';

/** Where the visitor is: the language and the address in the day view. */
export interface Place {
  locale: Locale;
  /** With the language's prefix, without parameters. */
  address: string;
}

const style = `.day-view{position:sticky;inset-block-end:0;z-index:900;display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;box-sizing:border-box;inline-size:100%;margin:0;padding:10px max(16px,env(safe-area-inset-left));border-block-start:3px solid #c97f1e;background:#14211b;color:#fbfaf6;font:400 15px/1.4 system-ui,sans-serif}.day-view p{flex:1 1 18rem;margin:0;max-inline-size:none;color:inherit;font:inherit}.day-view strong{color:inherit;font-weight:600}.day-view form{margin:0}.day-view button{min-block-size:44px;margin:0;padding:0 16px;border:1px solid #fbfaf6;border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer}.day-view button:focus-visible{outline:2px solid #fbfaf6;outline-offset:2px}@media print{.day-view{position:static}.day-view form{display:none}}`;
const barSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
const ownStyle = `:root{color-scheme:light dark;--paper:#fbfaf6;--ink:#14211b}@media(prefers-color-scheme:dark){:root{--paper:#0e1613;--ink:#fbfaf6}}body{background:var(--paper);color:var(--ink);display:flex;flex-direction:column;min-block-size:100dvh;margin:0;font:400 17px/1.5 system-ui,sans-serif}main{flex:1;box-sizing:border-box;inline-size:100%;max-inline-size:42rem;margin:0 auto;padding:clamp(24px,8vw,72px) 20px}h1{margin:0 0 12px;font-size:1.6em;line-height:1.2}a{display:inline-block;padding-block:10px;color:inherit}${style}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Writes a moment as visitors of a language read it, with its zone. */
function writeMoment(moment: number, { zone }: Pick<Day, 'zone'>, locale: Locale): string {
  const { format } = localeRecords[locale];
  const seconds = moment % 60_000 === 0 ? {} : ({ second: '2-digit' } as const);
  const written = new Intl.DateTimeFormat(format, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...seconds,
    timeZone: zone,
  }).format(moment);
  return `${written} (${zone})`;
}

/** A bar that nothing on the page can be mistaken for. `data-preview`: see `site/browser/overlays/modal-turn.ts`. */
function buildBar(day: Day, { locale, address }: Place, note: DayNote | null, now: number): string {
  const t = translator(locale);
  const write = (moment: number) => writeMoment(moment, day, locale);
  const title = t(day.moment > now ? 'dayView.future' : 'dayView.past', { moment: write(day.moment) });
  const sentence =
    note?.kind === 'stood'
      ? note.until === null
        ? t('dayView.stands', { from: write(note.from) })
        : t('dayView.stood', { from: write(note.from), until: write(note.until) })
      : note === null
        ? ''
        : t(note.kind === 'planned' ? 'dayView.planned' : 'dayView.nothingPlanned');
  const end = `/api/preview/end?${new URLSearchParams({ path: address }).toString()}`;
  return `<aside class="day-view" data-preview aria-label="${escapeHtml(t('dayView.label'))}"><p><strong>${escapeHtml(title)}</strong> ${escapeHtml(sentence)}</p><form method="post" action="${escapeHtml(end)}"><button type="submit">${escapeHtml(t('dayView.end'))}</button></form></aside>`;
}

/** Adds the mark to a page, and changes nothing else of it. */
export function markPage(
  html: string,
  day: Day,
  place: Place,
  note: DayNote | null,
  now: number,
): Omit<DayPage, 'status'> {
  const end = html.lastIndexOf('</body>');
  const at = end < 0 ? html.length : end;
  const mark = `<style>${style}</style>${buildBar(day, place, note, now)}`;
  return {
    html: html.slice(0, at) + mark + html.slice(at),
    styleSource: `${hashStyle(html)} ${barSource}`.trim(),
  };
}

const texts = {
  gone: 'dayView.gone',
  unknown: 'dayView.unknown',
  removed: 'dayView.removed',
  parameters: 'dayView.parameters',
  form: 'dayView.form',
  'no-archive': 'dayView.noArchive',
  'archive-away': 'dayView.archiveAway',
  'plan-away': 'dayView.planAway',
} as const;
const statuses: Record<NoPageReason, number> = {
  gone: 404,
  unknown: 404,
  removed: 404,
  parameters: 404,
  form: 403,
  'no-archive': 404,
  'archive-away': 503,
  'plan-away': 503,
};

/** The sentence that says why a day view shows no page. */
export function explainReason(reason: NoPageReason, locale: Locale): string {
  return translator(locale)(texts[reason]);
}

/** Builds the page that says why there is nothing to see. @param note when it stood or ended, where that is known. */
export function buildNoticePage(
  reason: NoPageReason,
  day: Day,
  place: Place,
  note: DayNote | null,
  now: number,
): DayPage {
  const { locale, address } = place;
  const t = translator(locale);
  const { lang, dir = 'ltr' } = languageAttributes(locale);
  const title = t('dayView.absent');
  const link = (to: string, text: string) => `<a href="${escapeHtml(to)}">${escapeHtml(text)}</a>`;
  const links = [
    reason === 'parameters' || reason === 'form' ? link(address, t('dayView.withoutParameters')) : '',
    link(localePath('/', locale), t('dayView.home')),
  ].filter(Boolean);
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${ownStyle}</style></head><body><main id="main"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(explainReason(reason, locale))}</p><p>${links.join('<br>')}</p></main>${buildBar(day, place, note, now)}</body></html>`;
  return { status: statuses[reason], html, styleSource: hashStyle(html) };
}
