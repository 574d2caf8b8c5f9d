/** Opens the parts of the list in order, and makes one of them all. */
import type { Cleanup } from '../base/cleanup.ts';
import type { OpenPart, Part, SiteForParts } from './part.ts';

/** Joins what parts add: lists in order, and of what only one can give, the first. */
function join(first: OpenPart, second: OpenPart): OpenPart {
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
  site: Omit<SiteForParts, 'opened'>,
  values: Record<string, unknown>,
  cleanup: Cleanup,
): Promise<OpenPart> {
  let opened: OpenPart = {};
  for (const part of parts) {
    const open = await part.open({ ...site, opened }, values as never);
    if (!open) continue;
    if (open.stop) cleanup.add(open.stop);
    opened = join(opened, open);
  }
  return opened;
}
