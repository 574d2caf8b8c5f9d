import { expect, test } from 'vitest';
import { signingSecrets } from '../../cms/src/setup/settings.ts';
import { cmsSecretNames } from './places.ts';

test('every secret with which Strapi signs is in the back-up', () => {
  expect(cmsSecretNames).toEqual(expect.arrayContaining([...signingSecrets]));
});
