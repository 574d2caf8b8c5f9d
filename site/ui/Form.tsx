/** A form: its error summary, its honeypot field, its buttons. It posts to the page's own address and works without JavaScript. */
import type { ReactNode } from 'react';
import { type FormName, formErrorKeys, trapField } from '../forms/form-schemas.ts';
import type { FormState } from '../forms/form-state.ts';
import type { Translate } from '../i18n/translate.ts';
import { linkTo } from '../route-patterns.ts';
import { Icon } from './Icon.tsx';
import { cx } from './cx.ts';
import { useCurrentPage } from './current-page.tsx';
import styles from './Form.module.css';

interface FormProps {
  /** The rules that the browser checks before it sends the form; null for a form with nothing to check. */
  schema: FormName | null;
  state: FormState | null;
  /** Names the form for the page's action. */
  intent: string;
  upload?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Builds the messages of the check in the browser. The form contains them, so that no script has to contain three languages. */
function buildCheckTexts(t: Translate): string {
  const texts = formErrorKeys.map((key) => [key, t(`forms.errors.${key}`)]);
  return JSON.stringify({
    ...Object.fromEntries(texts),
    summaryOne: t('forms.summary', { count: 1 }),
    summaryOther: t('forms.summary', { count: 2 }).replace('2', '{count}'),
  });
}

export function Form({ schema, state, intent, upload = false, className, children }: FormProps) {
  const { t } = useCurrentPage();
  const errors = Object.entries(state?.errors ?? {});
  return (
    <form
      method="post"
      noValidate
      className={cx(styles.form, className)}
      encType={upload ? 'multipart/form-data' : undefined}
      data-form={schema ?? ''}
      data-sending={t('forms.sending')}
      data-messages={schema ? buildCheckTexts(t) : undefined}
    >
      <div
        className={styles.summary}
        role="alert"
        tabIndex={-1}
        hidden={errors.length === 0 && !state?.problem}
        autoFocus={errors.length > 0 || Boolean(state?.problem)}
        data-summary
      >
        <Icon name="alert" size={20} />
        <div>
          <p>{state?.problem ?? t('forms.summary', { count: errors.length })}</p>
          <ul role="list">
            {errors.map(([field, text]) => (
              <li key={field}>
                <a href={`#${field}`}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="elapsed" value="" />
      {state?.step !== undefined && <input type="hidden" name="step" value={state.step} />}
      {/* Not `hidden` and not `display: none`: bots that fill in forms recognise those. */}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={`${intent}-blank`}>{t('forms.trap')}</label>
        <input id={`${intent}-blank`} name={trapField} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {children}
    </form>
  );
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** The end of a form with one button. */
export function SubmitRow({ label }: { label: string }) {
  return (
    <Buttons>
      <button className="button">{label}</button>
    </Buttons>
  );
}

/** The link to the privacy policy, which visitors can read before they send the form. */
export function PrivacyNote() {
  const { t, href } = useCurrentPage();
  return (
    <p className={styles.privacy}>
      {t('forms.privacyNote')} <a href={href(linkTo('/privacy-policy'))}>{t('register.privacy')}</a>
    </p>
  );
}

/** A message of success, or the next step after a form. A heading is also shown as a toast, by `site/browser/forms/forms.ts`. */
export function Notice({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <div className={styles.notice} role="status" tabIndex={-1} id="done" data-toast={heading}>
      <Icon name="check" size={20} />
      <div>
        {heading && <h2>{heading}</h2>}
        {children}
      </div>
    </div>
  );
}

/** A form on its page: its purpose on the left, the form on the right. */
export function FormSection({
  heading,
  text,
  children,
  id = 'form',
  tone,
  takesFocus = false,
}: {
  heading: string;
  text?: ReactNode;
  children: ReactNode;
  id?: string;
  tone?: 'band';
  /** For a page that follows a form: keyboard and screen reader go on here instead of at the top. An error's summary goes first. */
  takesFocus?: boolean;
}) {
  return (
    <section
      className={cx(styles.section, tone === 'band' && styles.band)}
      id={id}
      data-form-section
      aria-labelledby={`${id}-heading`}
    >
      <div className={styles.intro}>
        <h2 id={`${id}-heading`} {...(takesFocus && { tabIndex: -1, autoFocus: true })}>
          {heading}
        </h2>
        {text}
      </div>
      <div className={styles.sheet}>{children}</div>
    </section>
  );
}
