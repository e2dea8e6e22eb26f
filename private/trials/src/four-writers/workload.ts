/** Options of one writer. */
interface WriterOptions {
  readonly dir: string;
  /** `w0` to `w3`. */
  readonly name: string;
}

/** A kind of change that four processes make concurrently. */
export interface Workload {
  /** Writes the initial files into an empty directory. */
  prepare(dir: string): Promise<void>;
  /** Makes changes endlessly. Yields the id of each acknowledged change, or undefined if the change was refused. */
  write(options: WriterOptions): AsyncIterable<string | undefined>;
  /**
   * Compares the files with the acknowledged changes.
   *
   * @param acknowledged ids of changes, in the order of each writer.
   * @returns lost, duplicate and unacknowledged changes, one line each.
   */
  verify(dir: string, acknowledged: readonly string[]): Promise<readonly string[]>;
}

/** The limit of changes per writer; more would test the disk, not the locks. */
export const maxChanges = 50_000;

/** Returns a seeded function that returns random pauses in milliseconds. */
export function createPauses(seed: number, maxPause: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 4_294_967_296) * maxPause;
  };
}

/** Reports items that only one of two lists contains, and items that a list contains twice. */
export function compareLists(found: readonly string[], acknowledged: readonly string[]): readonly string[] {
  const present = new Set(found);
  const known = new Set(acknowledged);
  return [
    ...acknowledged.filter((one) => !present.has(one)).map((one) => `lost: ${one}`),
    ...found.filter((one) => !known.has(one)).map((one) => `not acknowledged: ${one}`),
    ...found.filter((one, at) => found.indexOf(one) !== at).map((one) => `twice: ${one}`),
    ...acknowledged.filter((one, at) => acknowledged.indexOf(one) !== at).map((one) => `acknowledged twice: ${one}`),
  ];
}
