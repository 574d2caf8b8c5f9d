/**
 * What needs a second person before it is live: what sells, warns, or binds visitors, and what leads them to other sites. The panel reads it too, so
 * nothing that it imports may need Node.
 */
import { needsRiskNotice } from '../../../rules/addresses/site-addresses';

type Content = Record<string, unknown>;

const always = () => true;
const table: Record<string, (content: Content) => boolean> = {
  'api::account-type.account-type': always,
  'api::common-datum.common-datum': always,
  'api::instrument.instrument': always,
  'api::legal-document.legal-document': always,
  'api::page.page': ({ path, key }) => needsRiskNotice(String(path ?? key ?? '')),
  'api::redirect.redirect': ({ to }) => /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(String(to ?? '')),
};

/** @param contents what is live and what is to be: it needs approval if one of them does. JSON, or null when there is none. */
export function needsApproval(uid: string, ...contents: (string | null)[]): boolean {
  const asks = table[uid];
  return asks !== undefined && contents.some((content) => content !== null && asks(JSON.parse(content) as Content));
}

/** The time in which the second person confirms an emergency. */
export const emergencyMilliseconds = 3_600_000;

/** For a small team: `APPROVAL=off`. Each row of the ledger that would have needed it says so. */
export function isApprovalOff(): boolean {
  return process.env.APPROVAL === 'off';
}
