/**
 * Loaded before every test file that may render pages. React chooses its build by `NODE_ENV` when it is loaded; here that is the build that
 * visitors get, because the development build renders several times slower, and tests render thousands of pages.
 */
import { createRequire } from 'node:module';

const before = process.env['NODE_ENV'] ?? 'test';
const load = createRequire(import.meta.url);
process.env['NODE_ENV'] = 'production';
for (const part of ['react', 'react/jsx-runtime', 'react-dom/server']) load(part);
process.env['NODE_ENV'] = before;
