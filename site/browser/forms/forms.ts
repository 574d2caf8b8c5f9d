/**
 * Enhances forms: checks the rules before submitting, with the server's own schema; reveals passwords; shows the dialling
 * code of the chosen country; and submits a form only once. No React: the DOM can do all of this by itself.
 */
import { type FormName, checkForm, formSchemas, passwordRules } from '../../forms/form-schemas.ts';
import { type Field, isEdited } from '../edited-field.ts';
import { loadChunk } from '../loading/load-chunk.ts';
import { showToast } from '../overlays/toasts.ts';
import { storeTyped, restoreTyped } from './typed-text.ts';
import { chooseVisitorCountry } from './visitor-country.ts';

type Texts = Record<string, string>;

const maxFileBytes = 5 * 1024 * 1024;
const openedAt = new WeakMap<HTMLFormElement, number>();
/** Returns the milliseconds without an answer after which a form may be submitted again; more for a file upload. */
const getMaxWait = (form: HTMLFormElement) => (form.enctype === 'multipart/form-data' ? 180_000 : 15_000);
let waiting: ReturnType<typeof setTimeout> | undefined;

function findField(form: HTMLFormElement, name: string): Field | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLElement && 'value' in found ? (found as HTMLInputElement) : null;
}

function readValue(form: HTMLFormElement, name: string): string {
  const input = findField(form, name);
  if (input instanceof HTMLInputElement && input.type === 'checkbox') return input.checked ? input.value : '';
  return input?.value ?? '';
}

function findFileError(form: HTMLFormElement): string | null {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) return null;
  const file = input.files?.[0];
  if (!file) return 'cv';
  if (file.size > maxFileBytes) return 'cvSize';
  return /\.(?:pdf|docx)$/i.test(file.name) ? null : 'cvKind';
}

/** Finds the fields that break a rule, with the message's key, in the order of the page. */
function findErrors(form: HTMLFormElement): Map<string, string> {
  const name = form.dataset['form'] as FormName | '';
  const found = new Map<string, string>();
  if (!name || !(name in formSchemas)) return found;
  const checked = checkForm(name, (input) => readValue(form, input));
  const errors: Record<string, string> = checked.ok ? {} : { ...checked.errors };
  const file = findFileError(form);
  if (file) errors['cv'] = file;
  const declaration = form.querySelector<HTMLInputElement>('[name=initiative]:not(:checked)');
  // Styles show it where the policy of a country asks for it.
  if (declaration && declaration.getClientRects().length > 0) errors['initiative'] = 'initiative';
  for (const element of form.elements) {
    const input = element.getAttribute('name');
    if (input && errors[input]) found.set(input, errors[input]);
  }
  return found;
}

function parseTexts(form: HTMLFormElement): Texts {
  return JSON.parse(form.dataset['messages'] ?? '{}') as Texts;
}

function showError(form: HTMLFormElement, name: string, text: string): void {
  const errorElement = form.querySelector<HTMLElement>(`#${name}-error`);
  if (!errorElement) return;
  errorElement.textContent = text;
  errorElement.hidden = text === '';
  const input = findField(form, name);
  if (text) input?.setAttribute('aria-invalid', 'true');
  else input?.removeAttribute('aria-invalid');
}

function showErrors(form: HTMLFormElement, errors: Map<string, string>): void {
  const texts = parseTexts(form);
  for (const errorElement of form.querySelectorAll<HTMLElement>('[id$="-error"]')) {
    const name = errorElement.id.replace(/-error$/, '');
    showError(form, name, texts[errors.get(name) ?? ''] ?? '');
  }
  if (showSummary(form, errors) && errors.size > 0) form.querySelector<HTMLElement>('[data-summary]')?.focus();
}

/** Shows how many answers are wrong, and which. @returns whether the form has a summary. */
function showSummary(form: HTMLFormElement, errors: Map<string, string>): boolean {
  const texts = parseTexts(form);
  const summary = form.querySelector<HTMLElement>('[data-summary]');
  if (!summary) return false;
  summary.hidden = errors.size === 0;
  const [sentence, list] = [summary.querySelector('p'), summary.querySelector('ul')];
  if (sentence)
    sentence.textContent = (texts[errors.size === 1 ? 'summaryOne' : 'summaryOther'] ?? '').replace(
      '{count}',
      String(errors.size),
    );
  list?.replaceChildren(
    ...[...errors].map(([name, key]) => {
      const link = document.createElement('a');
      link.href = `#${name}`;
      link.textContent = texts[key] ?? '';
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  return true;
}

/** Marks the rules of the password that it meets. */
function markMetRules(form: HTMLFormElement, password: string): void {
  for (const item of form.querySelectorAll<HTMLElement>('[data-rule]'))
    item.toggleAttribute('data-met', passwordRules[item.dataset['rule'] as keyof typeof passwordRules](password));
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target instanceof HTMLFormElement && event.target.matches('form[data-form]') ? event.target : null;
  if (!form) return;
  // The form was already sent, and its answer is pending.
  if (form.ariaBusy === 'true') return event.preventDefault();
  const unchecked = event.submitter?.hasAttribute('data-unchecked');
  const errors = unchecked ? new Map<string, string>() : findErrors(form);
  if (errors.size > 0) {
    event.preventDefault();
    return showErrors(form, errors);
  }
  const elapsed = findField(form, 'elapsed');
  if (elapsed) elapsed.value = String(Math.round(performance.now() - (openedAt.get(form) ?? 0)));
  form.ariaBusy = 'true';
  clearTimeout(waiting);
  waiting = setTimeout(onShow, getMaxWait(form));
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement)) return;
  button.dataset['label'] = button.textContent;
  button.textContent = form.dataset['sending'] ?? '';
}

/** Makes a submitted form usable again: the back button may restore its page, the visitor may stop the request, or no answer may arrive. */
function onShow(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form][aria-busy]')) {
    form.ariaBusy = null;
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[data-label]'))
      button.textContent = button.dataset['label'] ?? '';
  }
}

/** Shows the dialling code of the chosen country. */
function showDial(form: HTMLFormElement): void {
  const country = findField(form, 'country');
  const output = form.querySelector('[data-dial-output]');
  if (output && country instanceof HTMLSelectElement)
    output.textContent = country.selectedOptions[0]?.dataset['dial'] ?? '';
}

function onInput({ target }: Event): void {
  const input = target instanceof HTMLElement ? target.closest<HTMLInputElement>('input, select, textarea') : null;
  const form = input?.form;
  if (!input || !form?.matches('form[data-form]')) return;
  storeTyped(form);
  if (input.name === 'password') markMetRules(form, input.value);
  if (input.name === 'country') showDial(form);
  clearFixedError(form, input);
}

/** Removes an error as soon as the visitor has fixed it. No error appears on a valid field while the visitor types. */
function clearFixedError(form: HTMLFormElement, input: Field): void {
  if (!input.getAttribute('aria-invalid')) return;
  const errors = findErrors(form);
  const key = errors.get(input.name);
  showError(form, input.name, key ? (parseTexts(form)[key] ?? '') : '');
  // The summary counts the fields that are still marked.
  if (!key)
    showSummary(form, new Map([...errors].filter(([name]) => findField(form, name)?.hasAttribute('aria-invalid'))));
}

function onReveal({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-reveal]') : null;
  const input = button && document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!button || !(input instanceof HTMLInputElement)) return;
  input.type = input.type === 'password' ? 'text' : 'password';
  button.ariaPressed = String(input.type === 'text');
  [button.textContent, button.dataset['reveal']] = [button.dataset['reveal'] ?? '', button.textContent];
}

function onClear(event: Event): void {
  const form = event.target instanceof Element ? event.target.closest('[data-cleared]')?.closest('form') : null;
  if (!form) return;
  event.preventDefault();
  showErrors(form, new Map());
  const keep = () => storeTyped(form);
  loadChunk(() => import('./clear-form.ts'))
    .then(({ clearForm }) => clearForm(form, keep))
    .catch(() => {
      form.reset();
      keep();
    });
}

document.addEventListener('submit', onSubmit);
document.addEventListener('input', onInput);
document.addEventListener('click', onReveal);
document.addEventListener('click', onClear);
addEventListener('pageshow', onShow);

/**
 * Shows a toast for an accepted form, besides the notice on the page that follows it. Only when that page has just been opened: not after
 * a reload, and not when the visitor comes back to it.
 */
function announceSuccess(scope: ParentNode): void {
  const notice = scope.querySelector<HTMLElement>('[data-toast]');
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!notice || scope !== document || opened?.type !== 'navigate') return;
  // Both are live regions, and one announcement is enough: the toast is read out reliably, because it appears.
  notice.removeAttribute('role');
  void showToast({ kind: 'success', text: notice.dataset['toast'] ?? '' });
}

/** Enhances the forms of a page. @param since the time when the visitor got the page, in milliseconds of `performance.now()`; 0 for the document. */
export function enhanceForms(scope: ParentNode, since: number): void {
  announceSuccess(scope);
  for (const form of scope.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    openedAt.set(form, since);
    restoreTyped(form);
    // Includes values that the visitor chose or typed before this script loaded.
    showDial(form);
    const password = readValue(form, 'password');
    if (password) markMetRules(form, password);
    void chooseVisitorCountry(form);
    for (const button of form.querySelectorAll<HTMLElement>('button[data-reveal]')) button.hidden = false;
    const summary = form.querySelector<HTMLElement>('[data-summary]');
    if (!summary || summary.hidden) continue;
    // A visitor who typed before this script loaded keeps the focus, and fixed fields lose their errors.
    for (const input of form.querySelectorAll<Field>('[aria-invalid]'))
      if (isEdited(input)) clearFixedError(form, input);
    if (!form.contains(document.activeElement)) summary.focus();
  }
}
