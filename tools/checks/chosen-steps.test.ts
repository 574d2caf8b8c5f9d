import { expect, test } from 'vitest';
import { chooseSteps } from './chosen-steps.ts';

const all = ['references', 'lint', 'build', 'content'];

test('all steps run without names; with names only those and their dependencies run, in order', () => {
  expect(chooseSteps(all, [])).toEqual(all);
  expect(chooseSteps(all, ['lint', 'references'])).toEqual(['references', 'lint']);
  expect(chooseSteps(all, ['content'], { content: 'build' })).toEqual(['build', 'content']);
});

test('an unknown name gets a message with the names of all steps', () => {
  expect(() => chooseSteps(all, ['lint', 'linter'])).toThrow(
    'There is no step “linter”. The steps are references, lint, build, content.',
  );
});
