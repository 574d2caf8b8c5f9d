import { expect, test } from 'vitest';
import { chosenSteps } from './chosen-steps.ts';

const all = ['references', 'lint', 'build', 'content'];

test('without names all steps run, with names only those and what they need, in their order', () => {
  expect(chosenSteps(all, [])).toEqual(all);
  expect(chosenSteps(all, ['lint', 'references'])).toEqual(['references', 'lint']);
  expect(chosenSteps(all, ['content'], { content: 'build' })).toEqual(['build', 'content']);
});

test('a name that no step has gets a sentence with the names', () => {
  expect(() => chosenSteps(all, ['lint', 'linter'])).toThrow(
    'There is no step “linter”. The steps are references, lint, build, content.',
  );
});
