/** The details of one person for tests and attacks, typed and stored. A new field of the form is added only here. */
import type { RegistrationDetails } from '../../site/forms/form-schemas.ts';
import { declarationVersion } from '../../site/forms/registration-rule.ts';

export const typedDetails = {
  firstName: 'Anna',
  lastName: 'Rossi',
  country: 'IT',
  initiative: declarationVersion,
  phone: '02 1234 5678',
  promoCode: '',
  account: 'prime',
  currency: 'EUR',
  terms: 'yes',
} satisfies Record<keyof RegistrationDetails | 'terms' | 'initiative', string>;

const { terms: _terms, initiative: _initiative, ...stored } = typedDetails;
export const storedDetails: RegistrationDetails = { ...stored, phone: '+390212345678' };

/** Of a sender whom no link brought. */
export const noReferral = { referral: {}, firstReferral: {} };
