import { expect, test } from 'vitest';
import { compareWithBudget, readFirstLoad } from './page-weight.ts';

const ranges = { document: [0, 300], html: [100, 200], js: [10, 20], css: [10, 20], fonts: [0, 50] } as const;
const fine = { document: 165, html: 150, js: 15, css: 15, fonts: 0, thirdParty: [] };

test.each([
  [{ ...fine, html: 100, js: 20 }, []],
  [{ ...fine, js: 21 }, ['/x: js is 21 bytes, 1 over its budget of 20']],
  [{ ...fine, css: 0 }, ['/x: css is only 0 bytes, less than 10: something is missing']],
  [{ ...fine, thirdParty: ['https://cdn.example/a.js'] }, ['/x: requests https://cdn.example/a.js from another site']],
])('%j', (weight, findings) => {
  expect(compareWithBudget('/x', weight, ranges)).toEqual(findings);
});

test('a first load counts each file in the HTML once, and no link to another site', () => {
  const html = `<link rel="stylesheet" href="/assets/s.css"><link rel="preload" as="font" href="/assets/f.woff2"><link rel="modulepreload" href="/assets/e.js">
    <script type="module" src="/assets/e.js"></script><script type="application/ld+json">{}</script><link rel="canonical" href="https://site.example/">
    <a href="https://elsewhere.example/">a</a><img src="//img.example/x.png">`;
  expect(readFirstLoad(html)).toEqual({
    js: ['/assets/e.js'],
    css: ['/assets/s.css'],
    fonts: ['/assets/f.woff2'],
    thirdParty: ['//img.example/x.png'],
  });
});
