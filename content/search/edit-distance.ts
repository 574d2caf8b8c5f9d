/**
 * Counts the letters that differ between two words: added, left out, replaced, or two swapped. `fastest-levenshtein` counts two swapped letters as
 * two mistakes, and the search would not find “glod”.
 */

/** Measures the distance. @returns a number above `maxDistance` when the distance is larger. */
export function measureDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let rowBefore: number[] = [];
  let lastRow = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const currentRow = [row];
    let smallest = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        distance = Math.min(distance, (rowBefore[column - 2] ?? 0) + 1);
      currentRow.push(distance);
      smallest = Math.min(smallest, distance);
    }
    if (smallest > maxDistance) return maxDistance + 1;
    [rowBefore, lastRow] = [lastRow, currentRow];
  }
  return lastRow[other.length] ?? 0;
}
