/** Mails with a link, and the links that come back: what strangers do never keeps the owner of the mailbox out. */
import { formState } from '../../forms/form-state.ts';
import { type ActionAnswer, type ActionContext, showPage } from '../../page/form-action.ts';
import type { FormServices } from '../../page/form-services.ts';

/** @returns false when no more mails of this kind may leave for now; then the newest one in the mailbox has a link that works. */
export async function mayMail({ limits }: FormServices, kind: 'recover' | 'verify', email: string): Promise<boolean> {
  const person = email.toLowerCase();
  return (
    (await limits.use({ [`${kind}-mail:person`]: person })) === 0 ||
    (await limits.use({ [`${kind}-mail-again:person`]: person })) === 0
  );
}

/**
 * A link that works is never kept waiting by what else came from its network address: nobody guesses one, so only those that do not work are counted.
 * @returns null when it works.
 */
export async function refuseLink(
  { services, visit, t }: ActionContext,
  view: string,
  token: string,
  purpose: 'recover' | 'verify',
): Promise<ActionAnswer | null> {
  if (await services.tokenStands(token, purpose)) return null;
  const wait = await services.limits.use({ 'token:address': visit.address });
  return wait > 0
    ? showPage(429, formState(view, { values: { token }, problem: t('forms.busy', { minutes: Math.ceil(wait / 60) }) }))
    : showPage(410, formState('old-link'));
}
