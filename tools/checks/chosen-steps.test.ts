import { expect, test } from 'vitest';
import { chosenSteps } from './chosen-steps.ts';

const all = ['references', 'lint', 'build', 'content'];

test('all steps run without names; with names only those and their dependencies run, in order', () => {
  expect(chosenSteps(all, [])).toEqual(all);
  expect(chosenSteps(all, ['lint', 'references'])).toEqual(['references', 'lint']);
  expect(chosenSteps(all, ['content'], { content: 'build' })).toEqual(['build', 'content']);
});

test('an unknown name gets a message with the names of all steps', () => {
  expect(() => chosenSteps(all, ['lint', 'linter'])).toThrow(
    'There is no step “linter”. The steps are references, lint, build, content.',
  );
});
