/** Percent-encodes an address for a header. Existing escapes stay as they are. */
export function encodeLocation(address: string): string {
  return encodeURI(address.toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, '%');
}
