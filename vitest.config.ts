import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { workers } from './tools/testing/lanes.ts';
import { filesByProject } from './tools/testing/test-projects.ts';
import { TestReporter } from './tools/testing/test-report.ts';

/**
 * The longest first: at the end one of them would keep one worker busy for minutes, and the other would have nothing to do. Before them some
 * that need no Strapi, which is prepared meanwhile.
 */
const longest = [
  'tests/screens/accessibility',
  'tests/consent/country',
  'tests/strapi/every-type',
  'tests/strapi/failures',
  'tests/strapi/postgresql',
  'tests/accounts/account-journey',
  'tests/content/damaged-replica',
  'tests/consent/consent',
  'tests/strapi/webhooks',
  'tests/deploy/regions',
  'tests/deploy/alerts',
  'tests/strapi/content-alerts',
  'tools/attack/attack',
  'tests/content/data-folder',
  'tests/screens/more-languages',
  'tests/deploy/rolling-releases',
  'tests/consent/consent-pages',
  'tests/accounts/kill-nine',
  'content/parse/linear-time',
];

function place({ moduleId }: TestSpecification): number {
  return longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter((file) => place(file) < 0));
    return [...files.filter((file) => place(file) >= 0).toSorted((one, other) => place(one) - place(other)), ...others];
  }
}

const files = filesByProject();
const common = {
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // A state is waited for as long as on the slowest machine; a second is less than Chromium takes for a frame beside a Strapi that starts.
  expect: { poll: { timeout: 15_000 } },
};
const withPages = { ...common, setupFiles: ['tests/production-react.ts'] };
const withSite = { ...withPages, globalSetup: ['tests/running-site.ts'] };
/** React's production build has no `jsxDEV`. */
const oxc = { jsx: { development: false } };

/** Tests sit beside what they test; those that need the whole running site are in `tests/`. `tools/testing/test-projects.ts` tells them apart. */
export default defineConfig({
  test: {
    projects: [
      // Nothing that they leave in a worker disturbs the next one, and much of their time was that of new workers, which load the same modules.
      { test: { ...common, name: 'unit', include: files.unit, isolate: false } },
      { oxc, test: { ...withSite, name: 'http', include: files.http, isolate: false } },
      { oxc, test: { ...withSite, name: 'browser', include: files.browser, isolate: false } },
      // They replace modules, which another file of the same worker may have loaded.
      { oxc, test: { ...withSite, name: 'apart', include: files.apart } },
      {
        oxc,
        test: {
          ...withPages,
          name: 'strapi',
          include: files.strapi,
          setupFiles: [...withPages.setupFiles, 'tests/strapi/prepared-strapi.ts'],
        },
      },
    ],
    reporters: ['default', new TestReporter()],
    maxWorkers: workers,
    // What one run has transformed, the next one reads.
    fsModuleCache: true,
    fsModuleCachePath: '.cache/vitest',
    sequence: { sequencer: LongestFirst },
  },
});
