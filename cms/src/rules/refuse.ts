/** Refuses a document for its problems. */
import { errors } from '@strapi/utils';
import type { Problem } from './problem';

/** @throws a ValidationError with all problems; returns when there are none. */
export function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  // The panel shows only the last message of a field, so this joins them.
  const fields = Map.groupBy(problems, ({ path }) => path.join('.'));
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: [...fields.values()].map((list) => ({
      path: (list[0]?.path ?? []).map(String),
      message: list.map(({ message }) => message).join(' '),
      name: 'ValidationError',
    })),
  });
}
