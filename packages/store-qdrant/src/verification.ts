/** How a collection differs from its store. */
export interface Verification {
  readonly rules: number;
  readonly points: number;
  /** Whether all rules have a point of their revision, and there are no others. */
  readonly isEqual: boolean;
}
