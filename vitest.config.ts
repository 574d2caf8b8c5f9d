import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first: at the end one of them would keep one worker busy for minutes, and the other would have nothing to do. */
const longest = ['tests/accessibility', 'tests/strapi/every-type', 'tests/country', 'tests/crawl', 'tests/strapi/failures', 'tests/consent', 'tests/strapi/postgresql'];

function place({ moduleId }: TestSpecification): number {
  return longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter((file) => place(file) < 0));
    return [...files.filter((file) => place(file) >= 0).toSorted((one, other) => place(one) - place(other)), ...others];
  }
}

/** Tests sit beside what they test; those that need the whole running site are in `tests/`. */
export default defineConfig({
  test: {
    include: ['{site,content,server,accounts,scripts,bench,attack,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/running-site.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // A state is waited for as long as on the slowest machine; a second is less than Chromium takes for a frame beside a Strapi that starts.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: a third worker would only make the browser tests wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
