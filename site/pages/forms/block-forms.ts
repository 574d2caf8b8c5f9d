/** Shows and accepts the forms that editors put on pages: every form takes the way of an enquiry. */
import { createHash } from 'node:crypto';
import type { Block, FormBlock } from '../../../content/model-blocks.ts';
import type { FormField } from '../../../content/model-forms.ts';
import type { Locale } from '../../../content/locales.ts';
import type { BlockNamed, ResolvedBlock } from '../../blocks/resolved-block.ts';
import { buildFormRules, isBlockForm, nameForm, nameInput, nameVersion } from '../../forms/block-form.ts';
import type { FormErrorKey } from '../../forms/form-schemas.ts';
import { formState } from '../../forms/form-state.ts';
import { cleanCode } from '../../i18n/clean-text.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import { hasPage } from '../../layout/live-links.ts';
import {
  type ActionAnswer,
  type ActionContext,
  checkSubmission,
  readTyped,
  redirectTo,
  refuseBusy,
  showPage,
} from '../../page/form-action.ts';
import { NotFound } from '../../page/page-module.ts';
import type { StaticPath } from '../../../content/static-paths.ts';
import { isCountry, listCountries, parsePhoneNumber } from './countries.ts';

type ResolvedForm = BlockNamed<'blocks.form'>;

function listLabels(t: Translate): ResolvedForm['labels'] {
  return {
    name: t('forms.name'),
    email: t('forms.email'),
    phone: t('register.phone'),
    country: t('register.country'),
    choice: '',
    line: '',
    text: t('forms.message'),
  };
}

/** Writes all that the form asks and says, as the visitor reads it, for the record of what somebody agreed to. */
function writeFormText(form: FormBlock, t: Translate): string {
  const labels = listLabels(t);
  const lines = form.fields.flatMap((field) => [
    `${field.kind === 'consent' ? field.consent : (field.label ?? labels[field.kind])}${field.required ? ' *' : ''}`,
    ...(field.hint ? [field.hint] : []),
    ...field.choices.map((choice) => `- ${choice}`),
  ]);
  return [form.heading, form.text ?? '', ...lines, form.button ?? t('forms.send')].filter(Boolean).join('\n');
}

/** Fills in what a form needs besides its own words. */
export function resolveForm(block: FormBlock, locale: Locale): ResolvedForm {
  const t = translator(locale);
  const hasCountry = block.fields.some(({ kind }) => kind === 'country');
  const phoneHint = t(hasCountry ? 'register.phoneHint' : 'forms.phoneHint');
  const fields = block.fields.map((field) =>
    field.kind === 'phone' ? { ...field, hint: field.hint ?? phoneHint } : field,
  );
  const form = { ...block, fields };
  const formText = writeFormText(form, t);
  return {
    ...form,
    formText,
    version: createHash('sha256').update(formText).digest('hex').slice(0, 16),
    labels: listLabels(t),
    countries: hasCountry ? listCountries(locale) : [],
    sent: false,
  };
}

export function listForms(blocks: readonly Block[]): FormBlock[] {
  return blocks.filter((block) => block.component === 'blocks.form');
}

/**
 * Reads which form was sent, from the parameter `sent` of the page that follows it. @param known the parameters of the page itself.
 * @returns the form's name, or an empty string; and the parameters without it. @throws NotFound when no form has that name.
 */
export function readSentForm(
  query: URLSearchParams,
  blocks: readonly Block[],
  known: readonly string[],
): { sent: string; ownQuery: URLSearchParams } {
  const sent = query.get('sent');
  const isForm = listForms(blocks).some(({ key }) => key === sent);
  if (sent === null || (!isForm && known.includes('sent'))) return { sent: '', ownQuery: query };
  if (!isForm) throw new NotFound();
  return { sent, ownQuery: new URLSearchParams([...query].filter(([name]) => name !== 'sent')) };
}

/** Marks the form that was sent. @param sent its name, from the address of the page that follows it. */
export function markSent(blocks: readonly ResolvedBlock[], sent: string): ResolvedBlock[] {
  return blocks.map((block) =>
    block.component === 'blocks.form' && block.key === sent ? { ...block, sent: true } : block,
  );
}

/** Finds the faults that the form's own rules do not know: numbers and countries that do not exist. */
function findServerFaults(form: FormBlock, typed: (field: FormField) => string): Record<string, FormErrorKey> {
  const country = form.fields.find(({ kind }) => kind === 'country');
  return Object.fromEntries(
    form.fields.flatMap((field): [string, FormErrorKey][] => {
      const value = cleanCode(typed(field));
      if (value === '') return [];
      if (field.kind === 'country' && !isCountry(value)) return [[nameInput(form, field), 'country']];
      if (field.kind === 'phone' && !readPhone(value, country ? typed(country) : ''))
        return [[nameInput(form, field), 'phone']];
      return [];
    }),
  );
}

/** Reads a phone number to E.164; null when it does not exist. Without a country it needs `+` and the country's code. */
function readPhone(typed: string, country: string): string | null {
  if (isCountry(country)) return parsePhoneNumber(typed, country);
  return /^(?:tel:)?\(?\+/i.test(cleanCode(typed)) ? parsePhoneNumber(typed, 'ZA') : null;
}

/** Replaces the site's messages by those that editors wrote. */
function replaceMessages(answer: ActionAnswer, form: FormBlock): ActionAnswer {
  if (answer.kind !== 'page') return answer;
  for (const field of form.fields) {
    const input = nameInput(form, field);
    if (field.message && answer.state.errors[input]) answer.state.errors[input] = field.message;
  }
  return answer;
}

/** Collects the answers under the names of their fields. The first text is the message of the enquiry. */
function readAnswers(form: FormBlock, output: Record<string, string>) {
  const answer = (field: FormField | undefined) => (field && output[nameInput(form, field)]) ?? '';
  const find = (kind: FormField['kind']) => form.fields.find((field) => field.kind === kind);
  const message = find('text');
  const country = answer(find('country'));
  const phone = answer(find('phone')) && (readPhone(answer(find('phone')), country) ?? '');
  const details = form.fields.flatMap((field): [string, string][] => {
    if (field.kind === 'name' || field.kind === 'email' || field === message) return [];
    if (field.kind === 'consent') return [[field.key, answer(field) ? 'yes' : 'no']];
    // The CRM knows these by one name.
    if (field.kind === 'phone') return phone ? [['phone', phone]] : [];
    if (field.kind === 'country') return country ? [['country', country]] : [];
    return answer(field) ? [[field.key, answer(field)]] : [];
  });
  return {
    name: answer(find('name')),
    email: answer(find('email')) || phone,
    message: answer(message),
    details: Object.fromEntries(details),
    consents: form.fields.filter((field) => field.kind === 'consent' && answer(field)).map(({ key }) => key),
  };
}

async function acceptForm(context: ActionContext, block: FormBlock): Promise<ActionAnswer> {
  const { services, visit, locale, path, leadSource, read, t } = context;
  const form = resolveForm(block, locale);
  const view = nameForm(form);
  const rules = buildFormRules(form);
  // Somebody agrees to what the page says, and it may be an older page.
  if (context.form.value(nameVersion(form)) !== form.version) {
    const values = readTyped(rules, context);
    for (const field of form.fields) if (field.kind === 'consent') values[nameInput(form, field)] = '';
    return showPage(422, formState(view, { values, problem: t('forms.changed') }));
  }
  const typed = (field: FormField) => context.form.value(nameInput(form, field));
  const checked = checkSubmission(context, view, rules, findServerFaults(form, typed));
  if (!checked.ok) return replaceMessages(checked.answer, form);
  const answers = readAnswers(form, checked.output);
  const wait = await services.limits.use({
    'enquiry:address': visit.address,
    'enquiry:pair': `${answers.email.toLowerCase()} ${visit.address}`,
  });
  if (wait > 0) return refuseBusy(context, view, rules, wait);
  const { name, email, message, details, consents } = answers;
  await services.enquire({
    kind: `form/${form.key}`,
    topic: form.destination,
    destination: form.destination,
    name,
    email,
    message,
    details,
    agreed: {
      consents,
      text: {
        id: `form/${form.key}`,
        locale,
        version: form.version,
        effectiveOn: '',
        title: form.heading,
        summary: path,
        body: form.formText,
      },
    },
    ...leadSource,
    locale,
    address: visit.address,
  });
  const next = form.nextPage as StaticPath | null;
  return redirectTo(next && hasPage(next, read, locale) ? next : `${path}?sent=${form.key}#${form.id}`);
}

/** Accepts a form that editors composed. @returns null when the request is for another form. */
export async function acceptBlockForm(
  context: ActionContext,
  forms: readonly FormBlock[],
): Promise<ActionAnswer | null> {
  const intent = context.form.value('intent');
  const form = forms.find((one) => nameForm(one) === intent);
  if (form) return acceptForm(context, form);
  // Editors have withdrawn it since the page was opened.
  return isBlockForm(intent) ? { kind: 'no-form' } : null;
}
