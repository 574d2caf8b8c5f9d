/** Derives a readable name of a device from its user agent. The name is only a hint for its owner. */

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

const findName = (names: typeof browsers, userAgent: string | null) =>
  names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];

/** Finds the browser. @returns for example `Firefox`; an empty string when it is not recognised. */
export const findBrowserFamily = (userAgent: string | null): string => findName(browsers, userAgent) ?? '';

/** Names the browser and its system. @returns for example `Firefox, Linux`; an empty string when nothing is recognised. */
export function describeDevice(userAgent: string | null): string {
  return [findName(browsers, userAgent), findName(systems, userAgent)].filter(Boolean).join(', ');
}
