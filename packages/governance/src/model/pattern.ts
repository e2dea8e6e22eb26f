/** A regular expression with the id of the policy that it belongs to. */
export interface PatternSource {
  readonly id: string;
  /** The source, as the `RegExp` constructor accepts it. */
  readonly source: string;
  /** Any of `i`, `m`, `s`, `u` and `v`. The runner adds `g`. */
  readonly flags: string;
}
