import { expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { checkMiddleware, runMiddleware } from './middleware.ts';
import { type LoaderContext, NotFound, type PageModule } from './page-module.ts';

const page = (middleware: string[]) =>
  ({
    kind: 'test',
    query: ['page'],
    cached: true,
    middleware,
    takesFile: false,
    personal: null,
    viewOfIntent: {},
    prepare: () => {
      throw new NotFound();
    },
  }) satisfies PageModule;
const contextWith = (query: string) => ({ query: new URLSearchParams(query) }) as LoaderContext;

test('R65: an unregistered name throws at the start', () => {
  expect(() => checkMiddleware([{ pattern: '/x', page: page(['page-number', 'member-only']) }])).toThrow(
    'Unknown route middleware: member-only.',
  );
  // Nor are names that every object inherits.
  expect(() => checkMiddleware([{ pattern: '/x', page: page(['toString']) }])).toThrow(
    'Unknown route middleware: toString.',
  );
  expect(() => checkMiddleware(routes)).not.toThrow();
});

test.each([
  ['', true],
  ['page=1', true],
  ['page=12', true],
  ['page=0', false],
  ['page=-1', false],
  ['page=1.5', false],
  ['page=two', false],
  ['page=9999999', false],
])('page-number lets %s pass: %s', (query, passes) => {
  const run = () => runMiddleware(page(['page-number']), contextWith(query));
  if (passes) expect(run).not.toThrow();
  else expect(run).toThrow(NotFound);
});
