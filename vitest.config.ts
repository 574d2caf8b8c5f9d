import { defineConfig } from 'vitest/config';

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
  },
});
