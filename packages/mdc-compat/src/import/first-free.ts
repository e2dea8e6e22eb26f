/**
 * Returns the first candidate that is not taken. After the given candidates come the last one with a number: `name-2`, `name-3`.
 *
 * @param takenCount how many names can be taken at most. It bounds the search: of one more distinct candidates, at least one is free.
 */
export function firstFree(
  candidates: readonly [string, ...string[]],
  isTaken: (candidate: string) => boolean,
  takenCount: number,
): string {
  const free = candidates.find((candidate) => !isTaken(candidate));
  if (free !== undefined) return free;
  for (let number = 2; number <= takenCount + 2; number += 1) {
    const candidate = `${candidates.at(-1)}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
  throw new Error(`More than ${takenCount} names are taken.`);
}
