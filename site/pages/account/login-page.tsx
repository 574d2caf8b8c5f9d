/** `/login` (R52): the sign-in form, or the account that is signed in and its sessions. */
import { type FormState, formState } from '../../forms/form-state.ts';
import type { Locale } from '../../../content/locales.ts';
import { readFormats } from '../../i18n/formats.ts';
import { linkTo } from '../../route-patterns.ts';
import { Buttons, Form, FormSection, Notice, SubmitRow } from '../../ui/Form.tsx';
import { EmailField, PasswordField } from '../../ui/fields.tsx';
import styles from '../../ui/Form.module.css';
import { useCurrentPage } from '../../ui/current-page.tsx';
import {
  type ActionAnswer,
  type ActionContext,
  type PersonalContext,
  checkSubmission,
  redirectTo,
  refuseBusy,
  rememberDevice,
  showPage,
  readTyped,
} from '../../page/form-action.ts';
import type { OpenSession } from '../../page/form-services.ts';
import type { ResolvedBlock } from '../../blocks/resolved-block.ts';
import { BlocksWithForm, type ContentPageData, createContentPage } from '../content-page.tsx';
import { NotFound } from '../../page/page-module.ts';

const outcomes = {
  confirmed: 'login.confirmed',
  password: 'login.passwordSet',
  'signed-out': 'login.signedOut',
  ended: 'login.ended',
} as const;
type Outcome = keyof typeof outcomes;

interface LoginData extends ContentPageData {
  done: Outcome | null;
}

/** Refuses a sign-in after too many attempts. Counts before the password is checked, and also without an account: a limit must not reveal who has one. */
async function refuseTries(context: ActionContext, email: string, device: string | null): Promise<ActionAnswer | null> {
  const {
    services: { limits, noteLimited },
    visit: { address },
    t,
  } = context;
  if (device && (await limits.use({ 'sign-in:device': device })) === 0) return null;
  const ownWait = await limits.use({ 'sign-in:address': address, 'sign-in:pair': `${email} ${address}` });
  // Attempts of a limited network address do not count against the account; otherwise one address could lock the owner out.
  const accountWait = ownWait > 0 ? 0 : await limits.use({ 'sign-in:person': email });
  if (ownWait === 0 && accountWait === 0) return null;
  await noteLimited({ email, address, by: ownWait > 0 ? 'address' : 'account' });
  if (ownWait > 0) return refuseBusy(context, 'sign-in', 'sign-in', ownWait);
  return showPage(429, formState('sign-in', { values: readTyped('sign-in', context), problem: t('login.besieged') }));
}

async function signIn(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, cookies, locale, portalUrl, t } = context;
  const checked = checkSubmission(context, 'sign-in', 'sign-in');
  if (!checked.ok) return checked.answer;
  const email = checked.output.email.toLowerCase();
  const device = services.knownDevice(email, cookies.get('device'));
  const refused = await refuseTries(context, email, device);
  if (refused) return refused;
  const result = await services.signIn(
    { email, password: checked.output.password },
    { ...visit, device: cookies.get('device'), locale },
  );
  if (result.kind === 'refused')
    return showPage(422, formState('sign-in', { values: readTyped('sign-in', context), problem: t('login.refused') }));
  await services.limits.forgive('sign-in:pair', `${email} ${visit.address}`);
  if (device) await services.limits.forgive('sign-in:device', device);
  if (result.kind === 'unverified') {
    cookies.set('registration', await services.rememberUnverified(email), 24 * 60 * 60);
    return redirectTo('/register?step=details#form');
  }
  for (const line of result.setCookies) cookies.append(line);
  rememberDevice(context, email);
  return redirectTo(portalUrl || '/login?in=1#form');
}

/** Refuses a form when another tab has signed out, or in as somebody else, since the form was rendered. @returns null for a form of this session. */
async function refuseOtherTab(context: ActionContext): Promise<ActionAnswer | null> {
  if (context.form.step !== 'other') return null;
  const [{ t }, state] = [context, await loadLoginState(context)];
  if (state) return showPage(422, { ...state, problem: t('login.otherTab') });
  return showPage(422, formState('sign-in', { notice: t('login.signedOut') }));
}

async function signOut({ services, visit, cookies }: ActionContext, everywhere: boolean): Promise<ActionAnswer> {
  for (const line of await services.signOut(visit, everywhere)) cookies.append(line);
  return redirectTo('/login?done=signed-out#form');
}

async function endSessions({ services, visit, form }: ActionContext): Promise<ActionAnswer> {
  await services.endSessions(visit, form.value('others') ? 'others' : { id: form.value('session') });
  return redirectTo('/login?done=ended#form');
}

function SignInForm({ state, done }: { state: FormState | null; done: Outcome | null }) {
  const { t, href } = useCurrentPage();
  return (
    <FormSection heading={t('login.heading')}>
      {done && !state && (
        <Notice>
          <p>{t(outcomes[done])}</p>
        </Notice>
      )}
      {state?.notice && (
        <Notice>
          <p>{state.notice}</p>
        </Notice>
      )}
      <Form schema="sign-in" intent="sign-in" state={state}>
        <EmailField state={state} />
        <PasswordField
          state={state}
          after={
            <p>
              <a href={href(linkTo('/forgot-password'))}>{t('login.forgot')}</a>
            </p>
          }
        />
        <SubmitRow label={t('login.submit')} />
      </Form>
    </FormSection>
  );
}

/** Formats both times of a session for the page. */
function formatSession({ since, lastUsed, ...session }: OpenSession, locale: Locale): OpenSession {
  const { moment } = readFormats(locale);
  return { ...session, since: moment(since), lastUsed: moment(lastUsed) };
}

/** One form for all sessions: each button sends the id of its session, so no script is needed. */
function Sessions({ sessions, step }: { sessions: OpenSession[]; step: string | undefined }) {
  const { t } = useCurrentPage();
  const others = sessions.filter(({ current }) => !current);
  return (
    <Form schema={null} intent="end-session" state={formState('signed-in', { step })}>
      <h3>{t('login.sessions')}</h3>
      <ul role="list" className={styles.facts}>
        {sessions.map(({ id, device, since, lastUsed, current }) => (
          <li key={id}>
            <p id={`session-${id}`}>
              {t('login.session', { device: device || t('login.unknownDevice'), since, used: lastUsed })}
              {current && ` ${t('login.thisSession')}`}
            </p>
            {!current && (
              <Buttons>
                <button className="button secondary" name="session" value={id} aria-describedby={`session-${id}`}>
                  {t('login.endSession')}
                </button>
              </Buttons>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Buttons>
          <button className="button secondary" name="others" value="yes">
            {t('login.endOthers')}
          </button>
        </Buttons>
      )}
    </Form>
  );
}

function SignedIn({ state, done }: { state: FormState; done: Outcome | null }) {
  const { t, date } = useCurrentPage();
  const { name = '', email = '', since = '', portal } = state.values;
  const sessions = JSON.parse(state.values['sessions'] ?? '[]') as OpenSession[];
  return (
    <FormSection heading={t('login.signedInHeading')} text={<p>{t('login.signedInAs', { name, email })}</p>}>
      {done === 'ended' && (
        <Notice>
          <p>{t(outcomes[done])}</p>
        </Notice>
      )}
      <div className={styles.facts}>
        <p>{t('login.since', { date: date(since) })}</p>
        <p>{t('login.otherSessions', { count: sessions.length - 1 })}</p>
      </div>
      <div className={styles.facts}>
        <Form schema={null} intent="sign-out" state={state}>
          <Buttons>
            {portal && (
              <a className="button" href={portal}>
                {t('login.toPortal')}
              </a>
            )}
            <button className={portal ? 'button secondary' : 'button'}>{t('login.signOut')}</button>
            <button className="button secondary" name="everywhere" value="yes">
              {t('login.signOutAll')}
            </button>
          </Buttons>
        </Form>
      </div>
      <Sessions sessions={sessions} step={state.step} />
    </FormSection>
  );
}

async function loadLoginState(context: PersonalContext): Promise<FormState | null> {
  const { services, visit, portalUrl, locale, cookies, parameters, t } = context;
  const person = await services.whoIsSignedIn(visit);
  if (person?.kind === 'idle') {
    for (const line of person.setCookies) cookies.append(line);
    return formState('sign-in', { notice: t('login.idle') });
  }
  // The parameter `in` says that a sign-in has redirected here, but the browser did not keep its cookie.
  if (!person) return parameters.has('in') ? formState('sign-in', { problem: t('login.noCookie') }) : null;
  const { name, email } = person;
  const since = person.sessions.find(({ current }) => current)?.since ?? '';
  const sessions = JSON.stringify(person.sessions.map((session) => formatSession(session, locale)));
  return formState('signed-in', { values: { name, email, since, portal: portalUrl, sessions } });
}

/** Removes the hero's note, which invites visitors to open an account: a visitor who is signed in has one. */
function removeInvitation(block: ResolvedBlock): ResolvedBlock {
  return block.component === 'blocks.hero' ? { ...block, note: null } : block;
}

export const loginPage = createContentPage<LoginData>('login', {
  kind: 'login',
  query: ['done'],
  load({ query }) {
    const done = query.get('done');
    if (done !== null && !Object.hasOwn(outcomes, done)) throw new NotFound();
    return { done: done as Outcome | null };
  },
  async action(context) {
    switch (context.form.value('intent')) {
      case 'sign-out':
        return (await refuseOtherTab(context)) ?? signOut(context, context.form.value('everywhere') === 'yes');
      case 'end-session':
        return (await refuseOtherTab(context)) ?? endSessions(context);
      default:
        return signIn(context);
    }
  },
  personal: { cookies: ['session'], query: ['in'], state: loadLoginState },
  Component: ({ data: { blocks, done }, state }) =>
    state?.view === 'signed-in' ? (
      <BlocksWithForm blocks={blocks.map(removeInvitation)} form={<SignedIn state={state} done={done} />} />
    ) : (
      <BlocksWithForm blocks={blocks} form={<SignInForm state={state} done={done} />} />
    ),
});
