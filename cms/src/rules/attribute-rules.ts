/**
 * Validates fields by their schema, for rows that bypass Strapi's document service, whose validator builds a schema for every document and takes
 * seconds for 5 000. Supports only the kinds of field that instruments have.
 */
import type { Attribute, Attributes } from '../setup/content-types';
import type { Problem } from './problem';

interface Rules extends Attribute {
  regex?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  enum?: string[];
}
type Path = Problem['path'];
type Fields = Record<string, unknown>;
type FindAttributes = (component: string) => Attributes;

/** @returns the problems of a row's fields. @param path of the row, for messages. */
export type AttributeCheck = (fields: Fields, path?: Path) => Problem[];
/** @returns a description of a valid value; null when the value is valid. */
type Expectation = (value: unknown) => string | null;

/** Reads the rules of a schema once, for many rows. @param findAttributes the attributes of a component. */
export function attributeCheck(attributes: Attributes, findAttributes: FindAttributes): AttributeCheck {
  const checks = Object.entries(attributes).map(([name, rules]) => ({
    name,
    check: fieldCheck(rules, findAttributes),
  }));
  return (fields, path = []) => {
    const problems: Problem[] = [];
    for (const name of Object.keys(fields))
      if (!(name in attributes)) problems.push({ path: [...path, name], message: `There is no field “${name}”.` });
    for (const { name, check } of checks) check(fields[name], path, name, problems);
    return problems;
  };
}

type FieldCheck = (value: unknown, path: Path, name: string, problems: Problem[]) => void;

function fieldCheck(rules: Rules, findAttributes: FindAttributes): FieldCheck {
  const checkGiven = rules.type === 'component' ? partsCheck(rules, findAttributes) : valueCheck(rules);
  return (value, parent, name, problems) => {
    if (value !== undefined && value !== null) checkGiven(value, parent, name, problems);
    else if (rules.required) {
      const path = [...parent, name];
      problems.push({ path, message: `${path.join('.')} is missing.` });
    }
  };
}

function valueCheck(rules: Rules): FieldCheck {
  const expectation = expectationFor(rules);
  return (value, parent, name, problems) => {
    const wanted = expectation(value);
    if (wanted === null) return;
    const path = [...parent, name];
    problems.push({ path, message: `${path.join('.')} must be ${wanted}, not ${JSON.stringify(value)}.` });
  };
}

function partsCheck({ component = '', min = 0 }: Rules, findAttributes: FindAttributes): FieldCheck {
  const check = attributeCheck(findAttributes(component), findAttributes);
  return (value, parent, name, problems) => {
    const path = [...parent, name];
    if (!Array.isArray(value) || value.length < min) {
      problems.push({ path, message: `${path.join('.')} must be a list of ${min} or more.` });
      return;
    }
    for (const [index, part] of (value as unknown[]).entries()) {
      const partPath = [...path, index];
      if (typeof part === 'object' && part !== null) problems.push(...check(part as Fields, partPath));
      else problems.push({ path: partPath, message: `${partPath.join('.')} must be an entry with fields.` });
    }
  };
}

function expectationFor({ type, regex, maxLength = 255, enum: choices = [], min, max }: Rules): Expectation {
  switch (type) {
    case 'string': {
      const pattern = regex ? new RegExp(regex) : null;
      return (value) => {
        if (typeof value !== 'string' || value.length > maxLength) return `text of at most ${maxLength} characters`;
        return !pattern || pattern.test(value) ? null : `written as ${regex} says`;
      };
    }
    case 'enumeration': {
      const known = new Set<unknown>(choices);
      return (value) => (known.has(value) ? null : `one of ${choices.join(', ')}`);
    }
    case 'integer':
    case 'float':
      return (value) => {
        const isNumber = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
        const inRange = Number(value) >= (min ?? -Infinity) && Number(value) <= (max ?? Infinity);
        return isNumber && inRange ? null : `a number from ${min} to ${max}`;
      };
    case 'datetime':
      return (value) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? null : 'a date and time');
    default:
      return () => `written otherwise: fields of the kind ${type} are not taken here`;
  }
}
