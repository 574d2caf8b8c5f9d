/** The journeys that matter, in WebKitGTK. */
import { describe } from 'vitest';
import { webKitPrograms } from '../../scripts/testing/other-engines.ts';
import { describeJourneys } from './journeys.ts';
import { launchWebKit } from './webkit.ts';

describe.skipIf(webKitPrograms() === null)('WebKitGTK', () => {
  // On a busy machine WebKitGTK under WebKitWebDriver does not always come back within the wait: with `ALL_ENGINES=1`.
  describeJourneys(launchWebKit, process.env['ALL_ENGINES'] === '1');
});
