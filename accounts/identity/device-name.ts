/** A readable name of a device, derived from the user agent: a hint for its owner, which nothing relies on. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, userAgent: string | null) =>
  names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];

/** @returns for example `Firefox`; an empty string when it is not recognised. */
export const browserFamily = (userAgent: string | null): string => nameIn(browsers, userAgent) ?? '';

/** @returns for example `Firefox, Linux`; an empty string when nothing is recognised. */
export function deviceName(userAgent: string | null): string {
  return [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean).join(', ');
}
