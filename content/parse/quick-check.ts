/**
 * A schema as plain functions that say only whether a value keeps to it. Of thousands of rows nearly all do, and for them this takes a fraction of
 * the time of the schema, which collects what is wrong and makes a new value.
 */
import type * as v from 'valibot';

type Check = (value: unknown) => boolean;

/** What we read of Valibot's schemas and actions; which of it a piece has follows from its type. */
interface Piece {
  type: string;
  pipe?: readonly [Piece, ...Piece[]];
  entries: Record<string, Piece>;
  item: Piece;
  wrapped: Piece;
  options: readonly unknown[];
  literal: unknown;
  requirement: unknown;
  operation: (value: unknown) => unknown;
}

/** @returns true only where the schema takes the value; false also where a piece of the schema is not known here, or the value is left out. */
export function quickCheck(schema: v.GenericSchema): Check {
  return checkOf(schema as unknown as Piece, () => true);
}

/** @param next what the value must keep to besides. */
function checkOf(piece: Piece, next: Check): Check {
  if (piece.pipe) {
    const [first, ...actions] = piece.pipe;
    return checkOf(
      first,
      actions.reduceRight((after, action) => actionCheck(action, after), next),
    );
  }
  const is = typeCheck(piece);
  return (value) => is(value) && next(value);
}

function typeCheck({ type, entries, item, wrapped, options, literal }: Piece): Check {
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'null':
      return (value) => value === null;
    case 'literal':
      return (value) => value === literal;
    case 'picklist':
      return (value) => options.includes(value);
    case 'optional':
      return checkOf(wrapped, () => true);
    case 'union': {
      const checks = (options as readonly Piece[]).map((option) => checkOf(option, () => true));
      return (value) => checks.some((check) => check(value));
    }
    case 'array': {
      const check = checkOf(item, () => true);
      return (value) => Array.isArray(value) && value.every(check);
    }
    case 'object': {
      const checks = Object.entries(entries).map(([name, entry]) => ({ name, check: checkOf(entry, () => true) }));
      return (value) =>
        typeof value === 'object' &&
        value !== null &&
        checks.every(({ name, check }) => check((value as Record<string, unknown>)[name]));
    }
    default:
      return () => false;
  }
}

function actionCheck({ type, requirement, operation }: Piece, next: Check): Check {
  const limit = requirement as number;
  switch (type) {
    case 'trim':
      return (value) => next((value as string).trim());
    case 'transform': {
      // A column often says the same in row after row.
      let last: unknown;
      let isSound = false;
      return (value) => {
        if (value === last) return isSound;
        [last, isSound] = [value, false];
        isSound = next(operation(value));
        return isSound;
      };
    }
    case 'non_empty':
      return (value) => (value as string).length > 0 && next(value);
    case 'min_length':
      return (value) => (value as string).length >= limit && next(value);
    case 'max_length':
      return (value) => (value as string).length <= limit && next(value);
    case 'min_value':
      return (value) => (value as number) >= limit && next(value);
    case 'max_value':
      return (value) => (value as number) <= limit && next(value);
    case 'regex':
    case 'iso_timestamp':
      return (value) => (requirement as RegExp).test(value as string) && next(value);
    case 'finite':
    case 'integer':
    case 'check':
      return (value) => (requirement as Check)(value) && next(value);
    default:
      return () => false;
  }
}
