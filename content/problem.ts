/** A fault in a document, with a message for editors. */
import type * as v from 'valibot';

export interface Problem {
  kind: 'invalid' | 'missing-seo' | 'unknown-block' | 'missing-image' | 'unknown-type' | 'unsafe-link';
  /** Place in the document, e.g. `blocks.2.items.0.title`. */
  path: string;
  message: string;
}

/** Converts Valibot's issues to problems. @param prefix is put before the path of each issue. */
export function toProblems(issues: readonly v.BaseIssue<unknown>[], prefix = ''): Problem[] {
  return issues.map((issue) => {
    const path = [prefix, ...(issue.path ?? []).map((step) => String(step.key))].filter(Boolean).join('.');
    return { kind: 'invalid', path, message: issue.message };
  });
}

/** For a document in which a reader threw an error: nobody foresaw what is wrong with it, and the others must not wait for it. */
export function problemOfError(error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: 'invalid', path: '', message: `cannot be read: ${reason.slice(0, 500)}` };
}
