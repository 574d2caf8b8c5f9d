import { expect, test } from 'vitest';
import { typedDetails } from '../../tests/accounts/registration-samples.ts';
import { checkForm, pickDetails } from './form-schemas.ts';

test('the details of the form in one step are everything but the account, the terms and the declaration', () => {
  const typed: Record<string, string> = {
    ...typedDetails,
    email: 'anna@example.com',
    password: 'Secret1!x',
    blank: 'x',
  };
  const checked = checkForm('registration', (field) => typed[field] ?? '');
  const { terms: _terms, initiative: _initiative, ...expected } = typedDetails;
  expect(checked.ok && pickDetails(checked.output)).toEqual(expected);
});
