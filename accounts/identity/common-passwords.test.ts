import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadCommonPasswords } from './common-passwords.ts';

const file = fileURLToPath(new URL('common-passwords.bin', import.meta.url));
const isCommon = loadCommonPasswords(file);

test.each([
  'Password1!',
  'P@ssw0rd!23',
  'Pa$$w0rd',
  'Qwerty123!',
  'Abcd1234!',
  '1Qaz@2wsx',
  'Dr4gon!!1',
  '$ecret12!',
  'Iloveyou1!',
  'Welcome2026!',
  'Contraseña1!',
  'Juventus1!',
  'Forex2026!',
  '!!Trading99',
])('%s is refused, alone and with other characters around it', (password) => {
  expect(isCommon(password, [])).toBe(true);
});

test.each(['xK9$mQ2!vb', 'Tr0ub4dor&3', 'correctH0rse!', 'Secret1!x', 'lago-Verde7tren', 'Ñandú4#río'])(
  '%s is accepted',
  (password) => {
    expect(isCommon(password, ['maria.dominguez@example.com', 'Veldstone'])).toBe(false);
  },
);

test('a password made of the name or address of its owner is refused', () => {
  const personalWords = ['maria.dominguez@example.com', 'Veldstone'];
  for (const password of ['Dominguez1!', 'D0minguez!80', 'maria.Dominguez1', 'Veldst0ne!'])
    expect(isCommon(password, personalWords), password).toBe(true);
  expect(isCommon('Dominguez1!', [])).toBe(false);
});

test('hardly any of ten thousand random passwords is refused, and the list stays small', () => {
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&?';
  let seed = 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const refused = Array.from({ length: 10_000 }, () =>
    Array.from({ length: 12 }, () => signs[next() % signs.length]).join(''),
  ).filter((password) => isCommon(password, []));
  expect(refused.length).toBeLessThan(10);
  expect(statSync(file).size).toBeLessThan(200_000);
});

test('a password of a megabyte is checked quickly', () => {
  expect(isCommon('!'.repeat(1_000_000), [])).toBe(false);
});
