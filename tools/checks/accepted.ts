/** The exceptions of the package audit. Each entry is a decision with its reason and date; an accepted fault also has a last day. */

/** SPDX identifiers of licences under which a private product may use a package unchanged. */
export const acceptedLicences: readonly string[] = [
  ...'0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0'.split(' '),
  ...'PSF-2.0 Python-2.0 Unlicense Zlib'.split(' '),
  // It binds only changed files, and a package is used as it is published.
  'MPL-2.0',
];

export interface AcceptedLicence {
  /** A name, or a scope as `@strapi/*`. */
  package: string;
  /** The text in the lockfile; `none` when the package names no licence where npm looks. Another licence needs another decision. */
  licence: string;
  reason: string;
  /** `2026-11-23` */
  decided: string;
}

const mitByText = 'MIT by its own text; its package.json is older than the field, or uses the former one';

export const licenceExceptions: readonly AcceptedLicence[] = [
  {
    package: '@strapi/*',
    licence: 'SEE LICENSE IN LICENSE',
    reason:
      'MIT (Expat) for everything outside folders named ee/, which are off without a paid key (flags.promoteEE, no licence file)',
    decided: '2026-11-23',
  },
  ...['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'].map(
    (licence) => ({
      package: '@img/sharp-*',
      licence,
      reason:
        'libvips is a shared library that is loaded, not linked in; everybody who receives an image may replace the file',
      decided: '2026-11-23',
    }),
  ),
  ...['limiter', 'only', 'passport-local', 'passport-strategy', 'pause', 'spawn-command'].map((name) => ({
    package: name,
    licence: 'none',
    reason: mitByText,
    decided: '2026-11-23',
  })),
  {
    package: '@fontsource-variable/instrument-sans',
    licence: 'OFL-1.1',
    reason: 'a font that is served unchanged, under its own name; not sold by itself',
    decided: '2026-11-23',
  },
  {
    package: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    reason: 'data that only tools of a build read; nothing of it is served',
    decided: '2026-11-23',
  },
  {
    package: 'spdx-exceptions',
    licence: 'CC-BY-3.0',
    reason: 'a list of names that only tools of a build read; nothing of it is served',
    decided: '2026-11-23',
  },
  {
    package: 'spdx-ranges',
    licence: '(MIT AND CC-BY-3.0)',
    reason: 'a list of names that only the audit of licences reads; nothing of it is served',
    decided: '2026-11-23',
  },
];

export interface AcceptedFault {
  /** `GHSA-xxxx-xxxx-xxxx` */
  advisory: string;
  package: string;
  /** Why the fault does no harm here, or how the project protects itself meanwhile. */
  reason: string;
  decided: string;
  /** The last day of the exception; after it the audit reports the fault again. */
  until: string;
}

/** Empty, because no known fault has been accepted. */
export const faultExceptions: readonly AcceptedFault[] = [];
