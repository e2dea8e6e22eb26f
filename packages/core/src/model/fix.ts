import type { TextEdit } from "../text/text-edit.ts";

/** A correction for a diagnostic. Apply all of its edits or none. */
export interface Fix {
  /** An imperative sentence without a period: `Remove the characters`. */
  readonly title: string;
  /** In any order, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Whether the fix can be applied without review: the text looks the same to a reader, and the rule then has its intended meaning. */
  readonly safe: boolean;
}
