/** Rules for the forms that editors put on a page, as sentences. The site leaves out a form that breaks one (`content/model-forms.ts`). */
import type { Problem } from '../problem';

type Part = Record<string, unknown>;

interface Field {
  kind?: string;
  name?: string;
  label?: string | null;
  required?: boolean | null;
  choices?: string | null;
  consent?: string | null;
}

const namePattern = /^[a-z][a-z0-9-]{0,39}$/;
const reservedNames = ['campaign', 'id', 'kind', 'language', 'message', 'topic', 'version'];
const singleKinds = ['name', 'email', 'phone', 'country'];
const blank = (value: unknown) => typeof value !== 'string' || value.trim() === '';
const nameSentence =
  'begins with a small letter and has small letters, digits and hyphens only, such as “webinar-october”.';

/** @param path of the block. @param title the block as the editor sees it in the list. @param others names of the forms before it on the page. */
export function findFormProblems(block: Part, path: Problem['path'], title: string, others: unknown[]): Problem[] {
  const fields = (Array.isArray(block.fields) ? block.fields : []) as Field[];
  const problems: Problem[] = [];
  const tell = (at: Problem['path'], message: string) => problems.push({ path: [...path, ...at], message });
  if (!blank(block.name) && !namePattern.test(String(block.name))) tell(['name'], `${title}: its name ${nameSentence}`);
  if (others.includes(block.name))
    tell(['name'], `${title}: another form of this page is named “${String(block.name)}”; give each its own name.`);
  if (!blank(block.link) && !/^\/(?!\/)[\w./-]*$/.test(String(block.link)))
    tell(['link'], `${title}: the page afterwards is a path of this site without language, such as /about.`);
  for (const [index, field] of fields.entries())
    tellField(field, fields.slice(0, index), (name, message) =>
      tell(['fields', index, name], `${title}, field ${blank(field.name) ? index + 1 : `“${field.name}”`}: ${message}`),
    );
  const contacts = fields.filter(({ kind }) => kind === 'email' || kind === 'phone');
  if (contacts.length === 0)
    tell(
      ['fields'],
      `${title} asks for neither an e-mail address nor a phone number: nobody could answer. Add one of them.`,
    );
  else if (!contacts.some(({ required }) => required !== false))
    tell(['fields'], `${title}: require the e-mail address or the phone number, so that somebody can answer.`);
  if (
    block.destination === 'marketing' &&
    !fields.some(({ kind, required }) => kind === 'consent' && required !== false)
  )
    tell(
      ['fields'],
      `${title} is for marketing, and needs a field of the kind “consent” that is required, with the text that visitors agree to.`,
    );
  return problems;
}

function tellField(field: Field, before: Field[], tell: (name: string, message: string) => void): void {
  const { kind, name, label, choices, consent } = field;
  if (!blank(name) && !namePattern.test(String(name))) tell('name', `its name ${nameSentence}`);
  if (reservedNames.includes(String(name)))
    tell('name', `the site keeps something else under this name; choose another.`);
  if (singleKinds.includes(String(name)) && name !== kind)
    tell('name', `this name is for a field of the kind “${String(name)}”; choose another.`);
  if (before.some((other) => other.name === name)) tell('name', 'another field has this name; give each its own.');
  if (singleKinds.includes(String(kind)) && before.some((other) => other.kind === kind))
    tell('kind', 'the form asks for this already; keep one.');
  if (['choice', 'line', 'text'].includes(String(kind)) && blank(label)) tell('label', 'say in a label what is asked.');
  if (kind === 'consent' && blank(consent)) tell('consent', 'write what the visitor agrees to.');
  const answers = String(choices ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (kind === 'choice' && new Set(answers).size < 2)
    tell('choices', 'write two different answers or more, one a line.');
}
