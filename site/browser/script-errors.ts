/**
 * Reports errors of the site's own scripts: where in which file, and of which class. Never sends the message, because it may quote typed text, nor
 * the address of the page or anything about the visitor.
 */

/** The share of page views that send reports, and the most reports of one page view. */
const reportingShare = 0.2;
const maxReports = 5;

/** Maps messages of browsers to classes of faults. The first match counts; `server/process/script-errors.ts` accepts the same classes. */
const errorClasses: readonly (readonly [RegExp, string])[] = [
  [/dynamically imported|module script|importing a module/i, 'chunk'],
  [/fetch|network|load failed/i, 'network'],
  [/React error/, 'react'],
  [/not a function/, 'not-a-function'],
  [/undefined|null|not defined|can't find variable/i, 'missing-value'],
  [/JSON|unexpected token/i, 'syntax'],
  [/quota|storage/i, 'storage'],
];

let reportsLeft = Math.random() < reportingShare ? maxReports : 0;
const reported = new Set<string>();

/** Reports an error. Ignores errors without a line in a file of the site, such as those of a browser extension. */
export function reportScriptError(error: unknown): void {
  if (reportsLeft === 0 || !(error instanceof Error)) return;
  const { name, message, stack = '' } = error;
  const [, place] =
    stack
      .split(location.origin)
      .find((part) => part.startsWith('/assets/'))
      ?.match(/^([^\s)]+)/) ?? [];
  if (!place || reported.has(place)) return;
  reported.add(place);
  reportsLeft -= 1;
  const body = {
    name,
    class: errorClasses.find(([pattern]) => pattern.test(message))?.[1] ?? 'other',
    place,
    build: document.documentElement.dataset['build'],
  };
  void send(JSON.stringify([{ type: 'script-error', body }]));
}

/** Sends a report without cookies. A report that does not arrive is no error to report. */
async function send(body: string): Promise<void> {
  await fetch('/api/reports', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/reports+json' },
    body,
  }).catch(() => undefined);
}

export function watchScriptErrors(): void {
  addEventListener('error', ({ error }) => reportScriptError(error));
  addEventListener('unhandledrejection', ({ reason }) => reportScriptError(reason));
}
