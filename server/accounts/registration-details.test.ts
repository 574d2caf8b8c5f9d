/** What the form asks for and what is stored are declared in two rooms that may not know each other: a field of only one of them would be lost without a word. */
import { expect, test } from 'vitest';
import { typedDetails } from '../../accounts/registration/registration-samples.ts';
import { formSchemas } from '../../site/forms/form-schemas.ts';

test('every field that registration asks for is one that is stored', () => {
  // The sample has exactly the fields of the record, by its type.
  expect(Object.keys(formSchemas.details.entries).toSorted()).toEqual(Object.keys(typedDetails).toSorted());
});
