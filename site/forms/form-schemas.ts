/**
 * The rules of every form (R50), shared by browser and server. Each rule's message is a key of `forms.errors`; a field shows the first
 * rule that it breaks. The server adds what only it knows: whether a phone number exists in its country, what the country's policy asks
 * for, and whether a password is one of those that attackers try first.
 */
import * as v from 'valibot';
import { cleanCode, cleanEmail, cleanText } from '../i18n/clean-text.ts';

/** The field that only a bot fills in. Programs that fill in forms for people know neither its name nor its label. */
export const trapField = 'blank';

/** The errors that the check in the browser can report. */
export const formErrorKeys = [
  'email',
  'passwordRequired',
  'passwordMin',
  'passwordMax',
  'passwordComposition',
  'firstName',
  'lastName',
  'letters',
  'phone',
  'terms',
  'country',
  'initiative',
  'name',
  'topic',
  'message',
  'tooLong',
  'characters',
  'job',
  'cv',
  'cvKind',
  'cvSize',
  'cvAgain',
  'website',
] as const;
/** Only the server reports these, so the forms do not carry their texts. */
export type FormErrorKey =
  | (typeof formErrorKeys)[number]
  | 'choice'
  | 'consent'
  | 'required'
  | 'countryRefused'
  | 'duplicate'
  | 'passwordCommon'
  | 'cvActive'
  | 'cvExternal'
  | 'cvFiles'
  | 'cvLocked';

const key = (name: FormErrorKey) => name;

/** A line break in a name would become a header in a mail; PostgreSQL refuses a NUL. */
const lineControls = /[\u0000-\u001f\u007f]/;
const textControls = /[\u0000-\u0008\u000e-\u001f\u007f]/;

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => !lineControls.test(value), key('characters')),
    v.maxLength(max, key('tooLong')),
  );
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.replace(/\r\n?/g, '\n').trim()),
    v.check((value) => !textControls.test(value), key('characters')),
    v.maxLength(max, key('tooLong')),
  );

/** One `@`, no spaces, a dot in the domain; nothing that a mail program would read as a second recipient. */
const address =
  /^[^\s@,;:<>()"[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;
const plainAscii = /^[\u0021-\u007e]+$/;

const email = v.pipe(
  v.string(),
  v.transform(cleanEmail),
  v.check(
    (value) =>
      value.length <= 254 &&
      plainAscii.test(value) &&
      address.test(value) &&
      !value.includes('..') &&
      !/^\.|\.@/.test(value),
    key('email'),
  ),
);

/** Counts code points: nearly the number that a person counts and, unlike graphemes, the same number in every browser and on the server. */
const countCodePoints = (value: string) => Array.from(value).length;

/** The rules of a password one by one, as the form ticks them off. */
export const passwordRules = {
  length: (value: string) => countCodePoints(value) >= 8 && countCodePoints(value) <= 15,
  digit: (value: string) => /\d/.test(value),
  lower: (value: string) => /\p{Ll}/u.test(value),
  upper: (value: string) => /\p{Lu}/u.test(value),
  special: (value: string) => /[^\p{L}\p{N}\s]/u.test(value),
};

const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(key('passwordRequired')),
  v.check((value) => countCodePoints(value) >= 8, key('passwordMin')),
  v.check((value) => countCodePoints(value) <= 15, key('passwordMax')),
  v.check(
    (value) =>
      passwordRules.digit(value) &&
      passwordRules.lower(value) &&
      passwordRules.upper(value) &&
      passwordRules.special(value),
    key('passwordComposition'),
  ),
);

const personName = (required: 'firstName' | 'lastName') =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(key(required)),
    v.regex(/^[\p{L}\p{M}](?:\p{L}|\p{M}|\u200c|\u200d| )*$/u, key('letters')),
    v.maxLength(60, key('tooLong')),
  );

const fullName = v.pipe(line(120), v.nonEmpty(key('name')));
/** Enough for the browser; on the server `site/pages/forms/countries.ts` checks the country's numbering plan. */
const phone = v.pipe(v.string(), v.transform(cleanCode), v.regex(/^(?:tel:)?\(?\+?[\d ()./-]{5,24}$/i, key('phone')));

/** Every password that a registration accepted must be accepted here, so only an empty one, or one far too long, is refused. */
const ownPassword = v.pipe(v.string(), v.nonEmpty(key('passwordRequired')), v.maxLength(128, key('passwordMax')));

/** The account type and the currency that the visitor chose, or empty. The server drops what is not in the content. */
const choice = { account: line(40), currency: line(40) };
const account = { email, password: newPassword, ...choice };
/** An empty field keeps the password that the server has for this address. */
const keptPassword = v.lazy((typed) => (typed === '' ? v.string() : newPassword));
const details = {
  firstName: personName('firstName'),
  lastName: personName('lastName'),
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, key('country'))),
  /** Empty, or the version of the declaration that was ticked. The server knows whether the visitor needs it (`registration-rule.ts`). */
  initiative: v.pipe(v.string(), v.maxLength(20, key('initiative'))),
  phone,
  promoCode: v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.regex(/^[\p{L}\p{N}_.-]*$/u, key('characters')),
    v.maxLength(40, key('tooLong')),
  ),
  ...choice,
  terms: v.pipe(v.string(), v.value('yes', key('terms'))),
};

export const enquiryTopics = ['account', 'trading', 'payments', 'complaint', 'press', 'other'] as const;

/** Every form by the name that the page's `data-form` has. */
export const formSchemas = {
  account: v.object(account),
  'kept-account': v.object({ email, password: keptPassword, ...choice }),
  details: v.object(details),
  registration: v.object({ ...account, ...details }),
  'sign-in': v.object({ email, password: ownPassword }),
  'own-password': v.object({ password: ownPassword }),
  address: v.object({ email }),
  'new-password': v.object({ password: newPassword }),
  contact: v.object({
    name: fullName,
    email,
    topic: v.picklist(enquiryTopics, key('topic')),
    message: v.pipe(text(5000), v.minLength(10, key('message'))),
  }),
  partner: v.object({
    name: fullName,
    email,
    website: v.pipe(
      line(300),
      v.check((value) => value === '' || /^https?:\/\/[^\s/.]+\.[^\s]+$/i.test(value), key('website')),
    ),
    message: v.pipe(text(5000), v.minLength(10, key('message'))),
  }),
  application: v.object({ job: v.pipe(line(120), v.nonEmpty(key('job'))), name: fullName, email, message: text(3000) }),
} as const;

/** The rules of fields that editors put into a form of their own. */
export const fieldRules = {
  name: fullName,
  email,
  phone,
  country: details.country,
  line: line(300),
  text: text(5000),
};

export type FormName = keyof typeof formSchemas;
/** The rules of a form that editors composed. */
export type FormRules = v.ObjectSchema<Record<string, v.GenericSchema<string, string>>, undefined>;
export type AnyForm = FormName | FormRules;
type FormOutputs = { [Name in FormName]: v.InferOutput<(typeof formSchemas)[Name]> };
export type FormOutput<Form extends AnyForm> = Form extends FormName ? FormOutputs[Form] : Record<string, string>;

/** The details as the account services get them: `phone` in E.164, and the accepted texts instead of `terms` and `initiative`. */
export type RegistrationDetails = Omit<FormOutput<'details'>, 'terms' | 'initiative'>;

/** Picks the details out of a checked form, which may contain more: the form in one step has the password. */
export function pickDetails({
  terms: _terms,
  initiative: _initiative,
  ...form
}: FormOutput<'details'>): RegistrationDetails {
  const picked = Object.entries(form).filter(([field]) => Object.hasOwn(details, field));
  return Object.fromEntries(picked) as RegistrationDetails;
}

export type Checked<Form extends AnyForm> =
  | { ok: true; output: FormOutput<Form> }
  | { ok: false; errors: Record<string, FormErrorKey> };

/** The fields that a refused form is shown again with: no password, and no text that the server writes itself. */
export const shownFields = new Set([
  'token',
  ...Object.values(formSchemas).flatMap(({ entries }) => Object.keys(entries)),
]);
shownFields.delete('password');

function findSchema(form: AnyForm): FormRules | (typeof formSchemas)[FormName] {
  return typeof form === 'string' ? formSchemas[form] : form;
}

/** Lists the names of a form's fields, in order. */
export function listFields(form: AnyForm): string[] {
  return Object.keys(findSchema(form).entries);
}

/** Cleans what was typed, and checks it: the output is what is kept. Fields that the form does not have are ignored. */
export function checkForm<Form extends AnyForm>(form: Form, value: (field: string) => string): Checked<Form> {
  const cleaned = listFields(form).map((field) => [
    field,
    field === 'password' ? value(field) : cleanText(value(field)),
  ]);
  const result = v.safeParse(findSchema(form), Object.fromEntries(cleaned));
  if (result.success) return { ok: true, output: result.output as FormOutput<Form> };
  const errors: Record<string, FormErrorKey> = {};
  for (const issue of result.issues) errors[String(issue.path?.[0]?.key)] ??= issue.message as FormErrorKey;
  return { ok: false, errors };
}
