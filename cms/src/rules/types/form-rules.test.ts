/** What an editor is told about a form, and that the site leaves out exactly such forms. */
import { expect, test } from 'vitest';
import { parseBlocks } from '../../../../content/parse/parse-blocks.ts';
import { findFormProblems } from './form-rules.ts';

type Part = Record<string, unknown>;

const email = { kind: 'email', name: 'email' };
const consent = { kind: 'consent', name: 'newsletter', consent: 'I agree to e-mails.' };
const form = (more: Part, ...fields: Part[]) => ({
  __component: 'blocks.form',
  heading: 'A form',
  name: 'webinar',
  destination: 'desk',
  fields,
  ...more,
});
const tell = (block: Part, others: unknown[] = []) =>
  findFormProblems(block, ['blocks', 0], 'Block 1', others).map(({ path, message }) => [
    path.slice(2).join('.'),
    message,
  ]);

test.each<[what: string, block: Part, at: string, sentence: string]>([
  ['no way to answer', form({}, { kind: 'name', name: 'name' }), 'fields', 'nobody could answer'],
  [
    'an optional way alone',
    form({}, { ...email, required: false }),
    'fields',
    'require the e-mail address or the phone',
  ],
  [
    'marketing without a consent',
    form({ destination: 'marketing' }, email),
    'fields',
    'needs a field of the kind “consent”',
  ],
  [
    'marketing with an optional consent',
    form({ destination: 'marketing' }, email, { ...consent, required: false }),
    'fields',
    'needs a field of the kind “consent”',
  ],
  ['two fields of one name', form({}, email, consent, consent), 'fields.2.name', 'another field has this name'],
  [
    'a line with the name of a phone number',
    form({}, email, { kind: 'line', name: 'phone', label: 'Phone' }),
    'fields.1.name',
    'for a field of the kind “phone”',
  ],
  ['two fields for one thing', form({}, email, { ...email, name: 'other' }), 'fields.1.kind', 'asks for this already'],
  ['a name with a space', form({}, { ...email, name: 'E mail' }), 'fields.0.name', 'small letters, digits and hyphens'],
  [
    'a name that the site uses',
    form({}, email, { ...consent, name: 'version' }),
    'fields.1.name',
    'something else under this name',
  ],
  [
    'a line without a label',
    form({}, email, { kind: 'line', name: 'company' }),
    'fields.1.label',
    'say in a label what is asked',
  ],
  [
    'a consent without a text',
    form({}, email, { ...consent, consent: ' ' }),
    'fields.1.consent',
    'write what the visitor agrees to',
  ],
  [
    'a choice of one',
    form({}, email, { kind: 'choice', name: 'size', label: 'Size', choices: 'Small\nSmall\n' }),
    'fields.1.choices',
    'two different answers',
  ],
  ['a form with a capital', form({ name: 'Webinar' }, email), 'name', 'small letters, digits and hyphens'],
  ['another site afterwards', form({ link: '//evil.example' }, email), 'link', 'a path of this site'],
])('%s is told, and the site leaves the form out', (_what, block, at, sentence) => {
  expect(tell(block)).toEqual([[at, expect.stringContaining(sentence)]]);
  expect(parseBlocks([block], 'en')).toMatchObject({
    blocks: [],
    problems: [{ path: expect.stringContaining('blocks.0') }],
  });
});

test('a form with every kind of field is right, and one with the name of another on the page is told', () => {
  const block = form(
    { destination: 'marketing', link: '/about' },
    email,
    { kind: 'name', name: 'name', label: null },
    { kind: 'phone', name: 'phone', required: false },
    { kind: 'country', name: 'country' },
    { kind: 'choice', name: 'size', label: 'Size', choices: 'Small\nLarge' },
    { kind: 'line', name: 'company', label: 'Company' },
    { kind: 'text', name: 'question', label: 'Question' },
    consent,
  );
  expect(tell(block)).toEqual([]);
  const { blocks, problems } = parseBlocks([block], 'es');
  expect(problems).toEqual([]);
  expect(blocks).toMatchObject([{ component: 'blocks.form', fields: block.fields.map(({ kind }) => ({ kind })) }]);
  expect(tell(block, ['webinar'])).toEqual([['name', expect.stringContaining('give each its own name')]]);
});
