/** Where a word is retired: in names (identifiers, file names), in text (comments, messages, documentation), or in both. */
type RetiredIn = "names" | "text" | "both";

/** A word or phrase that this repository no longer uses. */
export interface RetiredWord {
  /** All forms, in lower case: `keep`, `kept`. A phrase has several words: `in force`. */
  readonly forms: readonly string[];
  readonly retiredIn: RetiredIn;
  /** What to write instead. */
  readonly replacement: string;
}

/** A legitimate use of a retired word. */
export interface AllowedUse {
  /** A whole identifier, as `keepAlive`, or a phrase of a text. */
  readonly use: string;
  /** The beginning of the paths of files in which it is allowed, or `everywhere`. */
  readonly where: string;
}

export interface WordList {
  readonly retired: readonly RetiredWord[];
  readonly allowed: readonly AllowedUse[];
}
