/** The address under which the archive knows what a person types or pastes. */
import { localePath } from '../../site/i18n/locale-path.ts';
import { parsePageAddress } from '../../server/pages/page-address.ts';

/** Leaves out the site, parameters and a trailing slash, and writes the language as the site does. @returns null when it is no address of a page. */
export function findArchivedAddress(typed: string): string | null {
  const [path] = typed
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split(/[?#]/, 1);
  const parsed = parsePageAddress(path || '/');
  if (parsed.kind === 'redirect') return findArchivedAddress(parsed.to);
  return parsed.kind === 'page' ? localePath(parsed.address.path, parsed.address.locale) : null;
}

/** An address, or with `/*` at its end the address before it and all below. */
export interface AddressRange {
  address: string;
  below: boolean;
}

/** Reads `/es/forex` or `/es/*`. @returns null when it is no address of a page. */
export function readAddressRange(typed: string): AddressRange | null {
  const below = /\/\*\s*$/.test(typed);
  const address = findArchivedAddress(below ? typed.replace(/\*\s*$/, '') : typed);
  return address === null ? null : { address, below };
}
