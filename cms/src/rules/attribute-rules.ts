/**
 * What a schema demands of each field, for rows that do not go through Strapi's document service: its validator builds a schema anew for
 * every document, which for 5 000 of them takes seconds. It knows the kinds of field that an instrument has, and refuses any other.
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
type AttributesOf = (component: string) => Attributes;

/** @param attributesOf the attributes of a component. */
export function attributeProblems(
  attributes: Attributes,
  fields: Record<string, unknown>,
  attributesOf: AttributesOf,
  path: Path = [],
): Problem[] {
  const unknown = Object.keys(fields).filter((name) => !(name in attributes));
  return [
    ...unknown.map((name) => ({ path: [...path, name], message: `There is no field “${name}”.` })),
    ...Object.entries(attributes).flatMap(([name, rules]) =>
      fieldProblems(rules, fields[name], attributesOf, [...path, name]),
    ),
  ];
}

function fieldProblems(rules: Rules, value: unknown, attributesOf: AttributesOf, path: Path): Problem[] {
  if (value === undefined || value === null)
    return rules.required ? [{ path, message: `${path.join('.')} is missing.` }] : [];
  if (rules.type === 'component') return partProblems(rules, value, attributesOf, path);
  const wanted = expectation(rules, value);
  return wanted ? [{ path, message: `${path.join('.')} must be ${wanted}, not ${JSON.stringify(value)}.` }] : [];
}

function partProblems(rules: Rules, value: unknown, attributesOf: AttributesOf, path: Path): Problem[] {
  if (!Array.isArray(value) || value.length < (rules.min ?? 0))
    return [{ path, message: `${path.join('.')} must be a list of ${rules.min ?? 0} or more.` }];
  const attributes = attributesOf(rules.component ?? '');
  return value.flatMap((part: unknown, index) =>
    typeof part === 'object' && part !== null
      ? attributeProblems(attributes, part as Record<string, unknown>, attributesOf, [...path, index])
      : [{ path: [...path, index], message: `${[...path, index].join('.')} must be an entry with fields.` }],
  );
}

/** @returns what the value would have to be; null when it is. */
function expectation({ type, regex, maxLength = 255, enum: choices = [], min, max }: Rules, value: unknown) {
  switch (type) {
    case 'string':
      if (typeof value !== 'string' || value.length > maxLength) return `text of at most ${maxLength} characters`;
      return !regex || new RegExp(regex).test(value) ? null : `written as ${regex} says`;
    case 'enumeration':
      return choices.includes(value as string) ? null : `one of ${choices.join(', ')}`;
    case 'integer':
    case 'float': {
      const isNumber = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
      const inRange = Number(value) >= (min ?? -Infinity) && Number(value) <= (max ?? Infinity);
      return isNumber && inRange ? null : `a number from ${min} to ${max}`;
    }
    case 'datetime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? null : 'a date and time';
    default:
      return `written otherwise: fields of the kind ${type} are not taken here`;
  }
}
