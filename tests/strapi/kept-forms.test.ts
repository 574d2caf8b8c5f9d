/**
 * What an editor typed stays in the form when Strapi refuses to save it. Tests the panel's own middleware with the store library that the
 * panel uses.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';

type Action = { type?: string; payload?: { queryCacheKey?: string } };
/** The part of the library's types that this test uses. */
interface QueryLibrary {
  createApi: (options: object) => {
    reducer: unknown;
    middleware: unknown;
    util: {
      updateQueryData: (...parameters: unknown[]) => unknown;
      upsertQueryData: (...parameters: unknown[]) => unknown;
    };
    endpoints: Record<string, { select: (argument: unknown) => (state: unknown) => { data?: unknown } }>;
  };
  fakeBaseQuery: () => unknown;
}
interface Toolkit {
  configureStore: (options: object) => { dispatch: (action: unknown) => unknown; getState: () => unknown };
}
type Middleware = (store?: unknown) => (next: (action: Action) => unknown) => (action: Action) => unknown;

const ofPanel = createRequire(join(cmsRoot, 'package.json'));
const { configureStore } = ofPanel('@reduxjs/toolkit') as Toolkit;
const { createApi, fakeBaseQuery } = ofPanel('@reduxjs/toolkit/query') as QueryLibrary;
// Imported by a computed path, because the panel's types would change the browser types of the rest of the project.
const { keepRefusedForms } = (await import(join(cmsRoot, 'src/admin/kept-forms.ts'))) as {
  keepRefusedForms: () => Middleware;
};

test('a save changes the copy behind the form only after the server agreed; other lists may change earlier', async () => {
  const answers = { getDocument: { title: 'Gold' }, getAllDocuments: { title: 'Gold' } };
  const api = createApi({
    reducerPath: 'adminApi',
    baseQuery: fakeBaseQuery(),
    endpoints: (builder: { query: (options: object) => unknown }) =>
      Object.fromEntries(
        Object.entries(answers).map(([name, data]) => [name, builder.query({ queryFn: () => ({ data }) })]),
      ),
  });
  const store = configureStore({
    reducer: { adminApi: api.reducer },
    middleware: (standard: () => unknown[]) => [...standard(), api.middleware, keepRefusedForms()],
  });
  const shown = (name: string) => api.endpoints[name]?.select('one')(store.getState()).data;
  for (const [name, data] of Object.entries(answers)) await store.dispatch(api.util.upsertQueryData(name, 'one', data));
  for (const name of Object.keys(answers))
    store.dispatch(
      api.util.updateQueryData(name, 'one', (copy: { title: string }) => {
        copy.title = 'Refused';
      }),
    );
  expect([shown('getDocument'), shown('getAllDocuments')]).toEqual([{ title: 'Gold' }, { title: 'Refused' }]);
  const passed: Action[] = [];
  const pass = keepRefusedForms()()((action) => passed.push(action));
  for (const action of [{ type: 'adminApi/executeQuery/fulfilled' }, {}]) pass(action);
  expect(passed).toHaveLength(2);
});

test('the panel still has the early write that we leave out, under the same name', async () => {
  const source = await readFile(
    join(cmsRoot, 'node_modules/@strapi/content-manager/dist/admin/services/documents.mjs'),
    'utf8',
  );
  expect(source).toMatch(/updateQueryData\('getDocument'/);
});
