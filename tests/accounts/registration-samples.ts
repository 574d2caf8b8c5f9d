/** One person's details for tests and attacks, as they are typed and as they are stored. A new field of the form is added here once. */
import type { RegistrationDetails } from '../../site/forms/form-schemas.ts';

export const typedDetails = {
  firstName: 'Anna',
  lastName: 'Rossi',
  country: 'IT',
  phone: '02 1234 5678',
  promoCode: '',
  terms: 'yes',
} satisfies Record<keyof RegistrationDetails | 'terms', string>;

const { terms: _accepted, ...stored } = typedDetails;
export const storedDetails: RegistrationDetails = { ...stored, phone: '+390212345678' };
