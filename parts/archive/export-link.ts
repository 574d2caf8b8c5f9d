/** Checks the links with which Strapi's panel downloads an export. Signed by the shared secret, so the browser needs no session with the site. */
import { createHmac } from 'node:crypto';
import { matchesSecret } from '../../base/ids-and-tokens.ts';

const fields = ['address', 'from', 'until', 'expires'] as const;

/** `cms/src/plugins/archive/server/archive-questions.ts` signs the same text. */
function sign(parameters: URLSearchParams, secret: string): string {
  const signed = new URLSearchParams(fields.map((name) => [name, parameters.get(name) ?? '']));
  return createHmac('sha256', secret).update(`archive export ${signed}`).digest('hex');
}

/** Whether the query of a link is signed and has not expired. @param now seconds since 1970. */
export function isExportLink(parameters: URLSearchParams, secret: string, now: number): boolean {
  const isSigned = secret !== '' && matchesSecret(parameters.get('signature') ?? '', sign(parameters, secret));
  return isSigned && Number(parameters.get('expires')) > now;
}
