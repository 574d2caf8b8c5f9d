/** Random numbers for tests: the same seed gives the same ones. @returns a function from a bound to a whole number below it. */
export function startRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
