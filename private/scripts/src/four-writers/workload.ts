/** One of the writers. */
interface WriterOptions {
  readonly dir: string;
  /** `w0` to `w3`. */
  readonly name: string;
}

/** One kind of change that four processes make at the same time. */
export interface Workload {
  /** Puts what the writers find into an empty directory. */
  prepare(dir: string): Promise<void>;
  /** Makes changes without end, one after the other, and yields after each: what was acknowledged, or undefined where the change was refused. */
  write(options: WriterOptions): AsyncIterable<string | undefined>;
  /**
   * Compares what is there with what was acknowledged.
   *
   * @param acknowledged in the order of each writer.
   * @returns what is lost, there twice, or there without having been acknowledged; a line each.
   */
  verify(dir: string, acknowledged: readonly string[]): Promise<readonly string[]>;
}

/** More changes than these of one writer would measure the disk, not the locks. */
export const maxChanges = 50_000;

/** A source of pauses that is the same for each seed. */
export function createPauses(seed: number, longest: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 4_294_967_296) * longest;
  };
}

/** Compares two lists in which nothing may stand twice. */
export function compareLists(found: readonly string[], acknowledged: readonly string[]): readonly string[] {
  const there = new Set(found);
  const known = new Set(acknowledged);
  return [
    ...acknowledged.filter((one) => !there.has(one)).map((one) => `lost: ${one}`),
    ...found.filter((one) => !known.has(one)).map((one) => `not acknowledged: ${one}`),
    ...found.filter((one, at) => found.indexOf(one) !== at).map((one) => `twice: ${one}`),
    ...acknowledged.filter((one, at) => acknowledged.indexOf(one) !== at).map((one) => `acknowledged twice: ${one}`),
  ];
}
