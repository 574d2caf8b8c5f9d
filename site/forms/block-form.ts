/**
 * The forms that editors compose: their names in the page, and their rules. A page may have several forms, so that the names of inputs,
 * which are also the ids of elements, begin with that of their form.
 */
import * as v from 'valibot';
import type { FormField, FormFieldKind } from '../../content/model-forms.ts';
import { cleanCode, cleanText } from '../i18n/clean-text.ts';
import { type FormRules, fieldRules } from './form-schemas.ts';

const prefix = 'form-';

/** Whether a view, or the name of an input, belongs to a form that editors composed. */
export function isBlockForm(name: string): boolean {
  return name.startsWith(prefix);
}

/** The intent of a form, which is also its view. */
export function nameForm(form: { key: string }): string {
  return prefix + form.key;
}

export function nameInput(form: { key: string }, field: { key: string }): string {
  return `${prefix}${form.key}-${field.key}`;
}

/** The hidden input with the version of the form that the visitor saw. */
export function nameVersion(form: { key: string }): string {
  return nameInput(form, { key: 'version' });
}

/** The message of each kind when the answer is missing. */
const missing = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  country: 'country',
  choice: 'choice',
  line: 'required',
  text: 'required',
  consent: 'consent',
} as const satisfies Record<FormFieldKind, string>;

function buildRule({ kind, required, choices }: FormField): v.GenericSchema<string, string> {
  const rule: v.GenericSchema<string, string> =
    kind === 'choice'
      ? v.picklist(choices.map(cleanText), missing.choice)
      : kind === 'consent'
        ? v.picklist(['yes'], missing.consent)
        : kind === 'line' || kind === 'text'
          ? v.pipe(fieldRules[kind], v.nonEmpty(missing[kind]))
          : fieldRules[kind];
  if (required) return rule;
  return v.lazy((typed) => (typeof typed === 'string' && cleanCode(typed) === '' ? v.literal(typed) : rule));
}

/** Builds the rules of a form for the server. */
export function buildFormRules(form: { key: string; fields: readonly FormField[] }): FormRules {
  return v.object(Object.fromEntries(form.fields.map((field) => [nameInput(form, field), buildRule(field)])));
}
