/** What browsers report of errors in the site's scripts (`site/browser/script-errors.ts`), checked word by word: anybody can send such a report. */
import { browserFamily } from '../../accounts/identity/device-name.ts';

const names = [
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
const classes = ['chunk', 'network', 'react', 'not-a-function', 'missing-value', 'syntax', 'storage'];
/** Builds that one process counts apart: old pages stay open, and anybody can name a build. */
const mostBuilds = 10;

export interface ScriptError {
  build: string;
  /** The class of the error object. */
  name: string;
  /** The class of what it says. */
  class: string;
  /** File of the site, line and column; `other` when it is none. */
  place: string;
  browser: string;
}

type Fields = Record<string, unknown>;
const known = (value: unknown, words: readonly string[]) => words.find((word) => word === value) ?? 'other';
const shaped = (value: unknown, shape: RegExp) => (typeof value === 'string' && shape.test(value) ? value : 'other');

/** @param userAgent only the family of the browser is taken from it. */
export function readScriptError(body: Fields, userAgent: string): ScriptError {
  return {
    build: shaped(body['build'], /^[\w-]{4,24}$/),
    name: known(body['name'], names),
    class: known(body['class'], classes),
    place: shaped(body['place'], /^\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/),
    browser: browserFamily(userAgent) || 'other',
  };
}

/** @returns a function that gives a build's name as a label: itself, or `other` once there are too many. */
export function buildLabels(): (build: string) => string {
  const seen = new Set<string>();
  return (build) => {
    if (seen.size < mostBuilds) seen.add(build);
    return seen.has(build) ? build : 'other';
  };
}
