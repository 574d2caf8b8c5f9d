import { expect, test } from 'vitest';
import { createKnownDevices } from './known-devices.ts';

const devices = createKnownDevices('s'.repeat(32));

test('a device is known only for the accounts that signed in on it', () => {
  const one = devices.add(undefined, 'One@example.com');
  const both = devices.add(one, 'two@example.com');
  expect(devices.find(both, 'one@example.com')?.id).toBe(devices.find(one, 'one@example.com')?.id);
  expect(devices.find(both, 'two@example.com')?.since).toBeGreaterThan(Date.now() - 60_000);
  expect(devices.find(both, 'three@example.com')).toBeNull();
  expect(devices.find(undefined, 'one@example.com')).toBeNull();
});

test.each([
  ['another signature', (cookie: string) => `${cookie.slice(0, -2)}AA`],
  ['another time', (cookie: string) => cookie.replace(/~\w+~/, '~zzzzzzzz~')],
  ['another id', (cookie: string) => `AAAA${cookie.slice(4)}`],
  ['rubbish', () => '~~~....~%00'],
  ['very much', (cookie: string) => `${'x.'.repeat(100_000)}${cookie}`],
])('%s is an unknown device', (_, forge) => {
  expect(devices.find(forge(devices.add(undefined, 'one@example.com')), 'one@example.com')).toBeNull();
});

test('the cookie has a bounded size, keeps the newest accounts, and is invalid under another key', () => {
  let cookie: string | undefined;
  for (let index = 0; index < 20; index += 1) cookie = devices.add(cookie, `person${index}@example.com`);
  expect(cookie?.length).toBeLessThan(300);
  expect(devices.find(cookie, 'person19@example.com')).not.toBeNull();
  expect(devices.find(cookie, 'person10@example.com')).toBeNull();
  expect(createKnownDevices('t'.repeat(32)).find(cookie, 'person19@example.com')).toBeNull();
});
