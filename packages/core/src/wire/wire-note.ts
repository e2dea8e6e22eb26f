/** What reading a value from outside changed. */
export interface WireNote {
  /** The name of the field on the wire. */
  readonly field: string;
  /**
   * - `mapped`: the value was changed.
   * - `assumed`: the field is missing, and a value was chosen that is not simply its default.
   * - `dropped`: the value is not in the result.
   */
  readonly kind: "mapped" | "assumed" | "dropped";
  /** One sentence. */
  readonly message: string;
}
