/** The forms that editors compose from a checked set of fields. */
import type { Html } from './model-values.ts';

/** What a form can ask: `line` is one line of text, `text` several. */
export const formFieldKinds = ['name', 'email', 'phone', 'country', 'choice', 'line', 'text', 'consent'] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** Where the answers go; the configuration says to which mailbox, topic and campaign of the CRM (`FORM_DESTINATIONS`). */
export const formDestinations = ['desk', 'sales', 'partners', 'marketing'] as const;
export type FormDestination = (typeof formDestinations)[number];

/** Names of forms and of their fields. */
export const formNamePattern = /^[a-z][a-z0-9-]{0,39}$/;
/** Names that an enquiry, its mail and its message to the CRM have for other things. */
export const reservedFieldNames = ['campaign', 'id', 'kind', 'language', 'message', 'topic', 'version'];
/** A person has one of each. */
const singleKinds = ['name', 'email', 'phone', 'country'] as const satisfies readonly FormFieldKind[];
/** The site has a word for the others. */
const labelledKinds: ReadonlySet<FormFieldKind> = new Set(['choice', 'line', 'text']);

export interface FormField {
  kind: FormFieldKind;
  /** The name under which the answer is stored: the same in every language. */
  key: string;
  /** Null: the site's own word for what is asked. */
  label: string | null;
  hint: string | null;
  /** Shown when the answer is missing or wrong; null: the site's own message. */
  message: string | null;
  required: boolean;
  /** The answers of a choice. */
  choices: string[];
  /** What somebody agrees to. */
  consent: Html | null;
}

/** Finds what keeps a form from being used. @returns a sentence; null when there is nothing. */
export function findFormProblem({ destination, fields }: { destination: string; fields: FormField[] }): string | null {
  const has = (kind: FormFieldKind) => fields.some((field) => field.kind === kind);
  const keys = fields.map(({ key }) => key);
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  const twice = singleKinds.find((kind) => fields.filter((field) => field.kind === kind).length > 1);
  const unlabelled = fields.find(({ kind, label }) => labelledKinds.has(kind) && !label);
  const withoutText = fields.find(({ kind, consent }) => kind === 'consent' && !consent);
  const fewChoices = fields.find(({ kind, choices }) => kind === 'choice' && new Set(choices).size < 2);
  const misnamed = fields.find(({ key, kind }) => key !== kind && singleKinds.some((single) => single === key));
  if (repeated) return `must have the field name ${repeated} only once`;
  if (twice) return `must have one field of the kind ${twice} at most`;
  if (misnamed) return `must have the name ${misnamed.key} for a field of that kind only`;
  if (!has('email') && !has('phone')) return 'must ask for an e-mail address or a phone number';
  if (!fields.some(({ kind, required }) => required && (kind === 'email' || kind === 'phone')))
    return 'must require the e-mail address or the phone number';
  if (unlabelled) return `must have a label for the field ${unlabelled.key}`;
  if (fewChoices) return `must have two different answers or more for the field ${fewChoices.key}`;
  if (withoutText) return `must say what the field ${withoutText.key} agrees to`;
  if (destination === 'marketing' && !fields.some(({ kind, required }) => kind === 'consent' && required))
    return 'must require a consent, because its answers are for marketing';
  return null;
}
