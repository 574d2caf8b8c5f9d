/** Selects the steps that `npm run check` runs: all of them, or those named on the command line. */

/**
 * @param all the names of all steps, in their order.
 * @param dependencies the step that must run first, by the name of the step that needs it.
 * @returns the steps to run, in the order of `all`.
 * @throws with a message for the user when a name is unknown.
 */
export function chooseSteps(
  all: readonly string[],
  names: readonly string[],
  dependencies: Readonly<Record<string, string>> = {},
): string[] {
  if (names.length === 0) return [...all];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no step “${unknown.join('”, “')}”. The steps are ${all.join(', ')}.`);
  return all.filter((step) => names.includes(step) || names.some((name) => dependencies[name] === step));
}
