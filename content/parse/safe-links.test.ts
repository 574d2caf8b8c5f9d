import { expect, test } from 'vitest';
import { writtenDocument } from './layout-schemas.ts';
import { parseDocument } from './parse-document.ts';
import { isSafeAddress } from './safe-links.ts';

const updatedAt = '2026-11-21T10:00:00.000Z';
const refused = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\u0000script:alert(1)',
  '\u00a0javascript:alert(1)',
  'java\u200bscript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'java&Tab;script:alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,AA',
  'file:///etc/passwd',
  'blob:https://site.example/1',
  'view-source:x',
  'intent://x',
  'javascript:',
  'feed:javascript:alert(1)',
];
const followed = [
  '/forex',
  '/forex?a=b:c',
  '#contact-page',
  'https://site.example/a:b',
  'HTTP://site.example',
  'mailto:office@site.example',
  'tel:+3912345',
  'forex',
  '/javascript:alert(1)',
  '?q=javascript:alert(1)',
  'https://site.example/?a&colon;b',
];

test.each(refused)('%j is refused', (address) => expect(isSafeAddress(address)).toBe(false));
test.each(followed)('%j is accepted', (address) => expect(isSafeAddress(address)).toBe(true));

test.each(refused)('the link is left out everywhere with an alarm, and the links next to it stay: %j', (address) => {
  const bad = { name: 'Bad', url: address };
  const good = { name: 'Good', url: '/forex' };
  const footer = {
    id: 'footer',
    updatedAt,
    text: 'Words',
    downloads: [{ name: 'Bad', link: address, image: null }],
    socialsItems: [
      { name: 'Bad', link: address, image: null },
      { name: 'Good', link: 'https://social.example', image: null },
    ],
    additionalLinks: [bad, good],
    contact: { name: 'Contact', links: [{ ...bad, phone: '1' }, good] },
    paymentMethodsItems: [],
  };
  const hero = { __component: 'blocks.hero', heading: 'Words', actions: [bad, good] };
  const call = {
    __component: 'blocks.card-list',
    cards: [{ title: 'Card', text: 'Words', link: bad, image: { url: address } }],
  };
  const documents = [
    parseDocument('footer', 'en', footer),
    parseDocument('header-nav-item', 'en', {
      id: 'menu',
      updatedAt,
      name: 'Menu',
      content: [{ __component: 'header.nav-group', links: [bad, good] }],
    }),
    parseDocument('footer-links', 'en', {
      id: 'links',
      updatedAt,
      linkGroups: [{ name: 'Group', links: [bad, good] }],
    }),
    parseDocument('page', 'en', { id: 'home', updatedAt, title: 'Home', blocks: [hero, call] }),
  ];
  for (const parsed of documents) {
    expect(parsed.problems.map(({ kind }) => kind)).toContain('unsafe-link');
    expect(parsed.problems.filter(({ kind }) => kind === 'invalid')).toEqual([]);
    const text = JSON.stringify(parsed.ok ? parsed.document : null);
    expect(text).not.toContain(JSON.stringify(address));
    expect(text).not.toContain('Bad');
    expect(text).toMatch(/Good/);
  }
  expect(JSON.stringify(writtenDocument('footer', footer))).not.toContain('Bad');
  expect(
    parseDocument('redirect', 'en', { id: 'old', updatedAt, from: '/old', to: address, permanent: false }).ok,
  ).toBe(false);
});
