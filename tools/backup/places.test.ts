import { expect, test } from 'vitest';
import { signingSecrets } from '../../cms/src/setup/settings.ts';
import { secretNames } from './places.ts';

test('every secret with which Strapi signs is in the back-up', () => {
  expect(secretNames).toEqual(expect.arrayContaining([...signingSecrets]));
});
