import { expect, test } from 'vitest';
import { wrapMarkdown } from './prose.ts';

const long = Array.from({ length: 30 }, () => 'some').join(' ');

test('a long paragraph has lines of at most 100 characters, and the same words', () => {
  const wrapped = wrapMarkdown(`${long}\nend`);
  expect(Math.max(...wrapped.split('\n').map((line) => line.length))).toBe(99);
  expect(wrapped.replaceAll('\n', ' ')).toBe(`${long} end`);
  expect(wrapMarkdown(wrapped)).toBe(wrapped);
});

test('the lines of an item are indented, and the next item stays an item', () => {
  expect(
    wrapMarkdown(`- ${long}\n- next`)
      .split('\n')
      .map((line) => line.slice(0, 6)),
  ).toEqual(['- some', '  some', '- next']);
});

test.each([
  ['a short line', 'short\nlines'],
  ['a table', `| a |\n| --- |\n| ${long} |`],
  ['code', `\`\`\`\n${long}\n\`\`\``],
  ['a heading', `# ${long}`],
  ['a long link', `[text](${'x'.repeat(120)})`],
])('%s stays unchanged', (_case, text) => {
  expect(wrapMarkdown(text)).toBe(text);
});

test('no line begins with a character that starts a list', () => {
  expect(wrapMarkdown(`${'x'.repeat(99)} - ${long}`)).not.toMatch(/^- /m);
});

test('code in a sentence is not broken', () => {
  expect(wrapMarkdown(`${'x'.repeat(90)} \`npm run check -- words\` end`)).toContain('`npm run check -- words`');
});
