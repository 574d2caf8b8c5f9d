/** A fault in a document, in words for the editor who caused it. The panel shows the message beside the field of `path`. */
import { errors } from '@strapi/utils';

export interface Problem {
  path: (string | number)[];
  message: string;
}

export function refuse(problems: Problem[]): void {
  if (problems.length === 0) return;
  throw new errors.ValidationError(problems.map(({ message }) => message).join(' '), {
    errors: problems.map(({ path, message }) => ({ path: path.map(String), message, name: 'ValidationError' })),
  });
}
