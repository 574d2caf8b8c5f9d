/** Visitors who open a page with a form of an editor and send it later, when editors may have moved the page or changed the form. */
import type { Locale } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Answer, Visitor } from '../sites/account-site.ts';
import { siteOrigin } from './site-from-strapi.ts';

/** All forms of the test have this name, so that a visitor’s form can be looked for where its page is now. */
const formName = 'offer';
const input = (field: string) => `form-${formName}-${field}`;

/** The block as an editor fills it in. @param serial makes its texts different from those of all others. */
export function writeForm(serial: number, has: { company: boolean; question: boolean }): Record<string, unknown> {
  return {
    __component: 'blocks.form',
    heading: `Form number ${serial}`,
    name: formName,
    destination: 'desk',
    fields: [
      { kind: 'email', name: 'email' },
      ...(has.company ? [{ kind: 'line', name: 'company', label: `Company ${serial}`, required: false }] : []),
      ...(has.question ? [{ kind: 'text', name: 'question', label: `Question ${serial}`, required: false }] : []),
      { kind: 'consent', name: 'letters', consent: `I agree to letters of the kind ${serial}.` },
    ],
  };
}

interface OpenForm {
  visitor: Visitor;
  locale: Locale;
  path: string;
  version: string;
  typed: Record<string, string>;
}

/** Reads the form of a page. @returns null when it has none. */
function readForm(html: string): { version: string; fields: Set<string> } | null {
  const version = new RegExp(`name="${input('version')}" value="(\\w+)"`).exec(html)?.[1];
  if (!version) return null;
  const fields = [...html.matchAll(new RegExp(`name="${input('')}(\\w+)"`, 'g'))].map(([, name = '']) => name);
  return { version, fields: new Set(fields) };
}

export class FormVisitors {
  readonly #open: OpenForm[] = [];
  readonly faults: string[] = [];
  /** How many sent forms were confirmed, had to be read again, and went on to another address. */
  readonly counts = { confirmed: 0, changed: 0, moved: 0 };
  #serial = 0;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Opens a page, and types into its form if there is one. */
  async open(path: string, locale: Locale): Promise<void> {
    const visitor = new Visitor(this.#url);
    const address = localePath(`/${path}`, locale);
    const { status, text } = await visitor.get(address);
    const form = status === 200 ? readForm(text) : null;
    if (!form) return;
    const serial = (this.#serial += 1);
    const all: Record<string, string> = {
      email: `visitor-${serial}@example.com`,
      company: `Company of visitor ${serial}`,
      question: `What visitor ${serial} wants to know`,
      letters: 'yes',
    };
    const typed = Object.fromEntries(Object.entries(all).filter(([name]) => form.fields.has(name)));
    this.#open.push({ visitor, locale, path: address, typed, version: form.version });
  }

  /** The visitor who waits longest sends the form. */
  async send(): Promise<void> {
    const open = this.#open.shift();
    if (open) await this.#send(open);
  }

  async #send(open: OpenForm): Promise<void> {
    const fields = { [input('version')]: open.version, ...prefixed(open.typed) };
    const answer = await open.visitor.post(
      open.path,
      { intent: `form-${formName}`, ...fields },
      { origin: siteOrigin },
    );
    const tell = (what: string) =>
      this.faults.push(`${open.typed['email']} at ${open.path}: ${answer.status} ${answer.location} ${what}`);
    switch (answer.status) {
      case 303:
        this.counts.confirmed += 1;
        return;
      case 307:
        // A browser sends it again by itself.
        this.counts.moved += 1;
        return this.#send({ ...open, path: answer.location });
      case 422:
        this.counts.changed += 1;
        return this.#readAgain(open, answer, tell);
      default:
        return void tell(answer.text.slice(0, 200));
    }
  }

  /** The text has changed since it was read: what was typed is there, a consent is not. */
  async #readAgain(open: OpenForm, { text }: Answer, tell: (what: string) => void): Promise<void> {
    const form = readForm(text);
    if (!form) return tell('has no form');
    const kept = Object.entries(open.typed).filter(([name]) => form.fields.has(name));
    for (const [name, value] of kept) if (name !== 'letters' && !text.includes(value)) tell(`lost ${value}`);
    const box = new RegExp(`<input[^>]*id="${input('letters')}"[^>]*>`).exec(text)?.[0] ?? '';
    if (/ checked/.test(box)) tell('agreed by itself');
    const typed = { ...Object.fromEntries(kept), letters: 'yes' };
    return this.#send({ ...open, typed, version: form.version });
  }
}

const prefixed = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [input(name), value]));
