/** Validates browsers' reports of errors in the site's scripts (`site/browser/script-errors.ts`) field by field, because anybody can send one. */
import { findBrowserFamily } from '../../accounts/identity/device-name.ts';

const errorNames = [
  'Error',
  'TypeError',
  'ReferenceError',
  'RangeError',
  'SyntaxError',
  'AbortError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
];
const messageClasses = ['chunk', 'network', 'react', 'not-a-function', 'missing-value', 'syntax', 'storage'];
/** Builds that a process counts separately: old pages stay open, but anybody can invent the name of a build. */
const maxBuilds = 10;

export interface ScriptError {
  build: string;
  /** The class of the error object. */
  name: string;
  /** The class of the message. */
  class: string;
  /** File of the site, line and column; `other` for any other place. */
  place: string;
  browser: string;
}

type Fields = Record<string, unknown>;
/** @returns the value when it is one of the words, else `other`. */
export const findListedWord = (value: unknown, words: readonly string[]) =>
  words.find((word) => word === value) ?? 'other';
const findShapedText = (value: unknown, shape: RegExp) =>
  typeof value === 'string' && shape.test(value) ? value : 'other';

/** Reads a report. @param userAgent only the family of the browser is taken from it. */
export function readScriptError(body: Fields, userAgent: string): ScriptError {
  return {
    build: findShapedText(body['build'], /^[\w-]{4,24}$/),
    name: findListedWord(body['name'], errorNames),
    class: findListedWord(body['class'], messageClasses),
    place: findShapedText(body['place'], /^\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/),
    browser: findBrowserFamily(userAgent) || 'other',
  };
}

/** Limits how many builds have a label of their own. @returns a function from the name of a build to its label: the name, or `other` when there are too many. */
export function limitBuildLabels(): (build: string) => string {
  const seen = new Set<string>();
  return (build) => {
    if (seen.size < maxBuilds) seen.add(build);
    return seen.has(build) ? build : 'other';
  };
}
