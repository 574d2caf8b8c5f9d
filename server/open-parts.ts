/** Opens the parts of the list in order, and joins what they add. */
import type { Cleanup } from '../base/cleanup.ts';
import type { PartAdditions, Part, SiteForParts } from './part.ts';

/** Joins what parts add: lists in order; of an addition that only one part can give, the first part's. */
function joinAdditions(first: PartAdditions, second: PartAdditions): PartAdditions {
  const { mount, answerPage, describeLive, start } = first;
  return {
    ...second,
    ...first,
    dependencies: [...(first.dependencies ?? []), ...(second.dependencies ?? [])],
    mount(app) {
      mount?.(app);
      second.mount?.(app);
    },
    answerPage: async (context) => (await answerPage?.(context)) ?? (await second.answerPage?.(context)) ?? null,
    describeLive: (document) => ({ ...describeLive?.(document), ...second.describeLive?.(document) }),
    start() {
      start?.();
      second.start?.();
    },
  };
}

/** @param values of all settings. @param cleanup gets the end of each part. @throws when a part cannot be opened. */
export async function openParts(
  parts: readonly Part[],
  site: Omit<SiteForParts, 'additions'>,
  values: Record<string, unknown>,
  cleanup: Cleanup,
): Promise<PartAdditions> {
  let additions: PartAdditions = {};
  for (const part of parts) {
    const added = await part.open({ ...site, additions }, values as never);
    if (!added) continue;
    const { stop, ...rest } = added;
    if (stop) cleanup.add(stop);
    additions = joinAdditions(additions, rest);
  }
  return additions;
}
