/** The personal state of a page: it exists only in answers that are never cached (docs/decisions/0012-page-modules.md). */
export interface FormState {
  /** Which screen of the page. */
  view: string;
  /** The typed values, without passwords. */
  values: Record<string, string>;
  /** By field, in the visitor's language. */
  errors: Record<string, string>;
  /** Stands for the cookie that the form was rendered for: when another one comes with the form, a second tab has replaced it. Empty for none. */
  step?: string | undefined;
  /** An error of the form as a whole. */
  problem?: string;
  /** A message of success. */
  notice?: string;
}

export function formState(view: string, more: Partial<FormState> = {}): FormState {
  return { view, values: {}, errors: {}, ...more };
}

/** Whether the page's title has to announce an error. */
export function hasProblem(state: FormState | null): boolean {
  return state !== null && (state.problem !== undefined || Object.keys(state.errors).length > 0);
}
