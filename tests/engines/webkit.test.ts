/**
 * The main journeys of visitors, in WebKitGTK.
 * @module-tag exhaustive
 */
import { describe } from 'vitest';
import { webKitPrograms } from './engine-programs.ts';
import { describeJourneys } from './journeys.ts';
import { launchWebKit } from './webkit.ts';

describe.skipIf(webKitPrograms() === null)('WebKitGTK', () => {
  describeJourneys(launchWebKit);
});
