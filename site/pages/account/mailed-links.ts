/** Limits mails with a link, and the opening of such links. Actions of strangers must never lock out the owner of the mailbox. */
import { type FormState, formState } from '../../forms/form-state.ts';
import { type ActionAnswer, type ActionContext, type PersonalContext, showPage } from '../../page/form-action.ts';
import type { FormServices, LinkPurpose } from '../../page/form-services.ts';

/** Counts a mail. @returns whether another one of this kind may be sent now; if not, the newest one in the mailbox has a valid link. */
export async function maySendMail({ limits }: FormServices, kind: LinkPurpose, email: string): Promise<boolean> {
  const person = email.toLowerCase();
  return (
    (await limits.use({ [`${kind}-mail:person`]: person })) === 0 ||
    (await limits.use({ [`${kind}-mail-again:person`]: person })) === 0
  );
}

/** Reads the secret of the mailed link that this browser opened. @returns null for another address, undefined when the browser no longer has the cookie. */
export function readOpenedLink({ parameters, cookies }: PersonalContext): string | null | undefined {
  return parameters.has('link') ? cookies.get('link') : null;
}

/** Builds the screen for a link that works no longer, or whose cookie the browser did not keep. */
export function buildOldLinkState({ t }: PersonalContext, token: string | undefined): FormState {
  return formState('old-link', token === undefined ? { problem: t('forms.openLinkAgain') } : {});
}

export function forgetLink({ cookies }: PersonalContext): void {
  if (cookies.get('link') !== undefined) cookies.set('link', '', 0);
}

/**
 * Refuses an invalid link, and counts only such links. Other requests from its network address never delay a valid one, which nobody can guess.
 * @returns null when the link is valid.
 */
export async function refuseLink(
  { services, visit, t }: ActionContext,
  view: string,
  token: string,
  purpose: LinkPurpose,
): Promise<ActionAnswer | null> {
  if ((await services.findLinkEmail(token, purpose)) !== null) return null;
  const wait = await services.limits.use({ 'token:address': visit.address });
  return wait > 0
    ? showPage(429, formState(view, { values: { token }, problem: t('forms.busy', { minutes: Math.ceil(wait / 60) }) }))
    : showPage(410, formState('old-link'));
}
