/**
 * Returns the first candidate that is not taken. If all are taken, appends numbers to the last candidate: `name-2`, `name-3`, …
 *
 * @param takenCount the maximum number of names that can be taken. It bounds the search.
 */
export function findAvailableName(
  candidates: readonly [string, ...string[]],
  isTaken: (candidate: string) => boolean,
  takenCount: number,
): string {
  const available = candidates.find((candidate) => !isTaken(candidate));
  if (available !== undefined) return available;
  for (let number = 2; number <= takenCount + 2; number += 1) {
    const candidate = `${candidates.at(-1)}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
  throw new Error(`More than ${takenCount} names are taken.`);
}
