/** Selects the steps that `npm run check` runs: all of them, or those named on the command line. */

/**
 * @param all the names of all steps, in their order.
 * @param needed the step that has to run before another one.
 * @returns the steps to run, in the order of `all`.
 * @throws with a sentence for the user when there is no step of a name.
 */
export function chosenSteps(
  all: readonly string[],
  names: readonly string[],
  needed: Readonly<Record<string, string>> = {},
): string[] {
  if (names.length === 0) return [...all];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no step “${unknown.join('”, “')}”. The steps are ${all.join(', ')}.`);
  return all.filter((step) => names.includes(step) || names.some((name) => needed[name] === step));
}
