/** A fault in a document, in words for the editor who caused it. The panel shows the message beside the field of `path`. */
import { errors } from '@strapi/utils';

export interface Problem {
  path: (string | number)[];
  message: string;
}

export function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  // The panel shows one sentence a field, the last.
  const fields = Map.groupBy(problems, ({ path }) => path.join('.'));
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: [...fields.values()].map((list) => ({
      path: (list[0]?.path ?? []).map(String),
      message: list.map(({ message }) => message).join(' '),
      name: 'ValidationError',
    })),
  });
}
