import { defineConfig } from 'vitest/config';
import { groupByProject } from './tools/testing/test-projects.ts';
import { TestReporter, exhaustive } from './tools/testing/test-report.ts';

const files = groupByProject();
const common = {
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // A state is waited for as long as on the slowest machine: a passing test never waits for the end of this time.
  expect: { poll: { timeout: 60_000 } },
  // Files share workers.
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};
/** Nothing that a file leaves in a worker disturbs the next one, and much of their time was that of new workers, which load the same modules. */
const sharesWorkers = { isolate: false };
/** The unit tests run first, so that a failure is seen in seconds. */
const [first, second] = [{ sequence: { groupOrder: 0 } }, { sequence: { groupOrder: 1 } }];
const withPages = { ...common, ...second, setupFiles: ['tests/sites/production-react.ts'] };
/** React's production build has no `jsxDEV`. */
const oxc = { jsx: { development: false } };

/** Tests sit next to what they test; those that need the whole running site are in `tests/`. `tools/testing/test-projects.ts` tells them apart. */
export default defineConfig({
  test: {
    projects: [
      {
        // Those of the root, also for the files in cms/, whose own packages `npm test` may be installing just then.
        resolve: { dedupe: ['htmlparser2', 'saxes'] },
        test: { ...common, ...first, ...sharesWorkers, name: 'unit', include: files.unit },
      },
      {
        oxc,
        test: {
          ...withPages,
          ...sharesWorkers,
          name: 'site',
          include: files.site,
          globalSetup: ['tests/sites/running-site.ts'],
        },
      },
      // They replace modules, which another file of the same worker may have loaded.
      { oxc, test: { ...withPages, name: 'alone', include: files.alone } },
      ...(['journey', 'strapi'] as const).map((name) => ({
        oxc,
        test: {
          ...withPages,
          ...sharesWorkers,
          name,
          // Their sites run in the worker itself, and compressing thousands of pages would take a core for minutes.
          execArgv: ['--import', './tests/sites/quick-compression.mjs'],
          include: files[name],
          setupFiles: [...withPages.setupFiles, 'tests/strapi/prepared-strapi.ts'],
        },
      })),
    ],
    reporters: ['default', new TestReporter()],
    tags: [{ name: exhaustive, description: 'Only npm run test:exhaustive runs it' }],
    // Three on two cores, because a browser's test often waits for its page.
    maxWorkers: 3,
    // What one run has transformed, the next one reads.
    fsModuleCache: true,
    fsModuleCachePath: '.cache/vitest',
  },
});
