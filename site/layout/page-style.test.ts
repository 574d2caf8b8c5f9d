import { expect, test } from 'vitest';
import { parseStyleRules } from '../../tools/bundles/style-rules.ts';
import { PageStyle } from './page-style.ts';

/** Selects the rules that a document with these classes needs. */
function carried(css: string, classes: string): string {
  return new PageStyle({ sheet: '/s.css', rules: parseStyleRules(css) }).select(
    `<html><p class="${classes}">text</p></html>`,
  );
}

test.each([
  ['a rule without a class is for every page', 'p{color:red}', '', true],
  ['a class that the page has', '.a{color:red}', 'b a', true],
  ['a class that it has not', '.a{color:red}', 'ab b-a', false],
  ['every class of a selector', '.a .b>.c{color:red}', 'a c', false],
  ['one selector of a list', '.a,.b{color:red}', 'b', true],
  ['a selector of a list without a class', '.a,p{color:red}', '', true],
  ['what :not() names may be missing', '.a:not(.b){color:red}', 'a', true],
  ['so may what :is() offers', '.a:is(.b,:has(>.c)) p{color:red}', 'a', true],
  ['but not what follows it', '.a:is(.b,.c) .d{color:red}', 'a b', false],
  ['a comma in an argument ends no selector', '.a:is(p,b) .d,.e{color:red}', 'd', false],
  ['rules inside a rule come with it', '.a{color:red;& .b{color:blue}}', 'a', true],
  ['fonts', '@font-face{font-family:A}', '', true],
  ['movements', 'p{animation:1s a}@keyframes a{to{opacity:1}}', '', true],
  ['a movement of something else', '@keyframes a{to{opacity:1}}', '', false],
  ['the order of the layers', '@layer base, ui;', '', true],
])('%s: %s for "%s" is %s', (_, css, classes, expected) => {
  expect(carried(css, classes)).toBe(expected ? css : '');
});

test('an at-rule keeps only the rules that the page needs, in their place, and is dropped without any', () => {
  const css =
    '.a{top:0}@media (width<40rem){.a{top:1px}.b{top:2px}@supports (top:0){.b{top:3px}}}@layer ui{.b{top:4px}}p{top:5px}';
  expect(carried(css, 'a')).toBe('.a{top:0}@media (width<40rem){.a{top:1px}}p{top:5px}');
  expect(carried(css, 'a b')).toBe(css);
});

test('a stylesheet that could close its style element is refused', () => {
  expect(() => parseStyleRules('p{content:"</style>"}')).toThrow('would end its element');
});
