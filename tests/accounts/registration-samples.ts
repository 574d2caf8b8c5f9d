/** The details of one person for tests and attacks, typed and stored. A new field of the form is added only here. */
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
