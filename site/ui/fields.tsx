/** The fields of every form: label, hint, control and error, wired for assistive technology in one place. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import type { FormState } from '../forms/form-state.ts';
import { Icon } from './Icon.tsx';
import { cx } from './cx.ts';
import { useCurrentPage } from './current-page.tsx';
import styles from './fields.module.css';

interface FieldProps {
  name: string;
  label: string;
  state: FormState | null;
  hint?: string;
  optional?: boolean;
  /** Shown below the field, for example the rules of a password. */
  after?: ReactNode;
}

interface Wiring {
  id: string;
  name: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  required?: boolean;
}

function Field({
  name,
  label,
  state,
  hint,
  optional = false,
  after,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const { t } = useCurrentPage();
  const error = state?.errors[name];
  const hintId = `${name}-hint`;
  const errorId = `${name}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>
        {label}
        {optional && <span className={styles.optional}> {t('forms.optional')}</span>}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {/* With `required` the browser would show its own messages first, in its own language; the form's `noValidate` prevents that. */}
      {children({
        id: name,
        name,
        required: !optional,
        'aria-describedby': [hint && hintId, errorId].filter(Boolean).join(' '),
        'aria-invalid': error ? true : undefined,
      })}
      <p id={errorId} className={styles.error} hidden={!error}>
        {error}
      </p>
      {after}
    </div>
  );
}

type InputProps = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'spellCheck' | 'autoCapitalize' | 'accept'
  > & { prefix?: ReactNode };

export function TextField({
  type = 'text',
  autoComplete,
  inputMode,
  maxLength,
  spellCheck,
  autoCapitalize,
  prefix,
  ...field
}: InputProps) {
  return (
    <Field {...field}>
      {(wiring) => (
        <span className={styles.control}>
          {prefix}
          <input
            {...wiring}
            type={type}
            autoComplete={autoComplete}
            inputMode={inputMode}
            maxLength={maxLength}
            spellCheck={spellCheck}
            autoCapitalize={autoCapitalize}
            defaultValue={field.state?.values[field.name]}
          />
        </span>
      )}
    </Field>
  );
}

export function EmailField({
  state,
  name = 'email',
  label,
}: {
  state: FormState | null;
  name?: string;
  label?: string;
}) {
  const { t } = useCurrentPage();
  return (
    <TextField
      name={name}
      label={label ?? t('forms.email')}
      state={state}
      type="email"
      autoComplete="email"
      inputMode="email"
      maxLength={254}
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}

/** The field of a password, which the server never fills in. The button that reveals the password stays hidden without JavaScript. */
export function PasswordField({
  state,
  label,
  isNew = false,
  kept = false,
  after = null,
}: {
  state: FormState | null;
  label?: string;
  isNew?: boolean;
  /** The server has one already, which an empty field keeps. */
  kept?: boolean;
  /** Shown below the field of a password that exists already. */
  after?: ReactNode;
}) {
  const { t } = useCurrentPage();
  const rules = ['length', 'digit', 'lower', 'upper', 'special'] as const;
  return (
    <Field
      name="password"
      label={label ?? t('forms.password')}
      state={state}
      {...(kept && { hint: t('forms.passwordKept'), optional: true })}
      after={
        isNew ? (
          <div className={styles.rules}>
            <span id="password-rules">{t('forms.rulesLabel')}</span>
            <ul role="list" aria-labelledby="password-rules">
              {rules.map((rule) => (
                <li key={rule} data-rule={rule}>
                  <Icon name="check" size={16} />
                  {t(`forms.rules.${rule}`)}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          after
        )
      }
    >
      {(wiring) => (
        <span className={styles.control}>
          <input
            {...wiring}
            type="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            maxLength={128}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            hidden
            className={styles.reveal}
            data-reveal={t('forms.hidePassword')}
            aria-controls="password"
          >
            {t('forms.showPassword')}
          </button>
        </span>
      )}
    </Field>
  );
}

export function TextArea({ maxLength, rows = 6, ...field }: FieldProps & { maxLength: number; rows?: number }) {
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea {...wiring} rows={rows} maxLength={maxLength} defaultValue={field.state?.values[field.name]} />
      )}
    </Field>
  );
}

interface Choice {
  value: string;
  label: string;
  /** Written to the option as `data-dial`. */
  dial?: string;
  /** Written to the option as `data-registration`: styles show what a choice asks for. */
  registration?: string | undefined;
}

export function SelectField({
  choices,
  empty,
  autoComplete,
  ...field
}: FieldProps & { choices: readonly Choice[]; empty: string; autoComplete?: string }) {
  return (
    <Field {...field}>
      {(wiring) => (
        <span className={cx(styles.control, styles.select)}>
          <select {...wiring} autoComplete={autoComplete} defaultValue={field.state?.values[field.name] ?? ''}>
            <option value="">{empty}</option>
            {choices.map(({ value, label, dial, registration }) => (
              <option key={value} value={value} data-dial={dial} data-registration={registration}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={20} />
        </span>
      )}
    </Field>
  );
}

/** A checkbox. `children` is the label, which may contain links. */
export function CheckField({
  name,
  value = 'yes',
  required = true,
  state,
  children,
}: {
  name: string;
  value?: string;
  required?: boolean;
  state: FormState | null;
  children: ReactNode;
}) {
  const error = state?.errors[name];
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input
          type="checkbox"
          id={name}
          name={name}
          value={value}
          required={required}
          defaultChecked={state?.values[name] === value}
          aria-describedby={`${name}-error`}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={name}>{children}</label>
      </div>
      <p id={`${name}-error`} className={styles.error} hidden={!error}>
        {error}
      </p>
    </div>
  );
}

/** The field of a file. Browsers drop a chosen file when the form is shown again; the hint stays, so that the visitor chooses it again. */
export function FileField({ accept, ...field }: FieldProps & { accept: string }) {
  return (
    <Field {...field}>{(wiring) => <input {...wiring} type="file" accept={accept} className={styles.file} />}</Field>
  );
}
