/** A regular expression to run, under the id of the policy that it belongs to. */
export interface PatternSource {
  readonly id: string;
  /** As `RegExp` takes it. */
  readonly source: string;
  /** Of `i`, `m`, `s`, `u` and `v`. The runner adds `g`. */
  readonly flags: string;
}
