import { expect, test } from 'vitest';
import { locales } from '../../../content/locales.ts';
import { iconViews, addTokens } from './embed-build.ts';

const tokens =
  ':root {\n  --paper: light-dark(#fff, #000);\n  --s1: 4px;\n  --gutter: clamp(1rem, 2vw, 3rem);\n  --inset: max(var(--gutter), 10%);\n}\n@media print {\n  :root {\n    --paper: #fff;\n  }\n}';

test('a stylesheet includes the tokens that it uses, and inlines short ones', () => {
  expect(addTokens('a{gap:var(--s1)}b{padding:var(--inset)}', tokens)).toBe(
    'a{gap:4px}b{padding:max(clamp(1rem, 2vw, 3rem), 10%)}',
  );
  expect(addTokens('a{color:var(--paper)}b{color:var(--paper)}', tokens)).toBe(
    ':host{--paper:light-dark(#fff, #000)}a{color:var(--paper)}b{color:var(--paper)}',
  );
  expect(() => addTokens('a{color:var(--papper)}', tokens)).toThrow('--papper is no token of the site');
});

test('every icon and flag has its own view in the sprite', () => {
  const drawing = iconViews(
    '<svg><symbol id="a" viewBox="0 0 24 24" fill="none"><path d="M1 1"/></symbol>\n<symbol id="b" viewBox="0 0 24 24" fill="none"><path d="M2 2"/></symbol></svg>',
  );
  expect(drawing).toContain(
    '<view id="b" viewBox="40 0 24 24"/><svg x="40" width="24" height="24" viewBox="0 0 24 24" fill="none"><path d="M2 2"/></svg>',
  );
  expect([...drawing.matchAll(/<view id="([\w-]+)"/g)].map(([, id]) => id)).toEqual([
    'a',
    'b',
    ...locales.map((locale) => `flag-${locale}`),
  ]);
  expect(drawing).toContain('stroke-width="2.8"');
});
