/** `/forgot-password` (R52): the form that requests a link, and the form for a new password that the link opens. */
import { type FormState, formState } from '../../forms/form-state.ts';
import { linkTo } from '../../route-patterns.ts';
import { Form, FormSection, Notice, SubmitRow } from '../../ui/Form.tsx';
import { EmailField, PasswordField } from '../../ui/fields.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import {
  type ActionAnswer,
  type ActionContext,
  checkSubmission,
  findPasswordFaults,
  redirectTo,
  refuseBusy,
  rememberDevice,
  showPage,
} from '../../page/form-action.ts';
import { forgetLink, maySendMail, buildOldLinkState, readOpenedLink, refuseLink } from './mailed-links.ts';
import { BlocksWithForm, type ContentPageData, createContentPage } from '../content-page.tsx';
import { isSent } from '../../page/form-action.ts';

interface RecoveryData extends ContentPageData {
  sent: boolean;
}

async function requestLink(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, locale } = context;
  const checked = checkSubmission(context, 'request', 'address');
  if (!checked.ok) return checked.answer;
  const { email } = checked.output;
  const wait = await services.limits.use({ 'recover:address': visit.address });
  if (wait > 0) return refuseBusy(context, 'request', 'address', wait);
  // The answer is the same when no mail is sent: the newest one in the mailbox then has a valid link.
  if (await maySendMail(services, 'recover', email))
    await services.requestRecovery({ email, locale, address: visit.address });
  return redirectTo('/forgot-password?sent=1#form');
}

async function setPassword(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, locale, form, cookies } = context;
  const token = form.value('token');
  const refused = await refuseLink(context, 'new-password', token, 'recover');
  if (refused) return refused;
  const checked = checkSubmission(
    context,
    'new-password',
    'new-password',
    findPasswordFaults(context, (await services.findLinkEmail(token, 'recover')) ?? ''),
  );
  if (!checked.ok) {
    if (checked.answer.kind === 'page') checked.answer.state.values['token'] = token;
    return checked.answer;
  }
  const email = await services.setNewPassword({
    token,
    password: checked.output.password,
    locale,
    address: visit.address,
  });
  if (!email) return showPage(410, formState('old-link'));
  // Failed guesses at the old password, from many addresses or this one, must not block a sign-in with the new one.
  await services.limits.forgive('sign-in:person', email);
  await services.limits.forgive('sign-in:pair', `${email} ${visit.address}`);
  rememberDevice(context, email);
  forgetLink(context);
  for (const line of await services.signOut(visit, false)) cookies.append(line);
  return redirectTo('/login?done=password#form');
}

function RequestForm({ state, sent }: { state: FormState | null; sent: boolean }) {
  const { t, href } = useCurrentPage();
  if (sent && !state) {
    return (
      <FormSection
        heading={t('recovery.sentHeading')}
        text={
          <p>
            <a href={href(linkTo('/forgot-password'))}>{t('recovery.again')}</a>
          </p>
        }
      >
        <Notice>
          <p>{t('recovery.sentText')}</p>
        </Notice>
      </FormSection>
    );
  }
  const old = state?.view === 'old-link';
  return (
    <FormSection
      heading={t(old ? 'recovery.linkHeading' : 'recovery.heading')}
      text={old && <p>{t('recovery.linkText')}</p>}
    >
      <Form schema="address" intent="request" state={state}>
        <EmailField state={state} />
        <SubmitRow label={t('recovery.submit')} />
      </Form>
    </FormSection>
  );
}

function NewPasswordForm({ state }: { state: FormState }) {
  const { t } = useCurrentPage();
  return (
    <FormSection heading={t('recovery.newHeading')} text={<p>{t('recovery.newText')}</p>}>
      <Form schema="new-password" intent="choose" state={state}>
        <input type="hidden" name="token" value={state.values['token']} />
        <PasswordField state={state} label={t('recovery.newPassword')} isNew />
        <SubmitRow label={t('recovery.setPassword')} />
      </Form>
    </FormSection>
  );
}

export const forgotPasswordPage = createContentPage<RecoveryData>('forgot-password', {
  kind: 'recovery',
  query: ['sent'],
  load: ({ query }) => ({ sent: isSent(query) }),
  action: (context) => (context.form.value('intent') === 'choose' ? setPassword(context) : requestLink(context)),
  viewOfIntent: { choose: 'new-password' },
  personal: {
    cookies: [],
    query: ['link'],
    secret: 'token',
    async state(context) {
      const token = readOpenedLink(context) ?? undefined;
      return !token || (await context.services.findLinkEmail(token, 'recover')) === null
        ? buildOldLinkState(context, token)
        : formState('new-password', { values: { token } });
    },
  },
  Component: ({ data: { blocks, sent }, state }) => (
    <BlocksWithForm
      blocks={blocks}
      form={
        state?.view === 'new-password' ? <NewPasswordForm state={state} /> : <RequestForm state={state} sent={sent} />
      }
    />
  ),
});
