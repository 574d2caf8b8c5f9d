/**
 * The main journeys of visitors, in Firefox.
 * @module-tag exhaustive
 */
import { describe } from 'vitest';
import { firefoxPath } from './engine-programs.ts';
import { launchFirefox } from './firefox.ts';
import { describeJourneys } from './journeys.ts';

describe.skipIf(firefoxPath() === null)('Firefox', () => {
  describeJourneys(launchFirefox);
});
