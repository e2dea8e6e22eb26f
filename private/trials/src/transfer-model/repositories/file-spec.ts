/** A rule file of a random repository. */
export interface FileSpec {
  readonly path: string;
  /**
   * `own`: the file has a text of its own. `copy`: it has the text of another file. `near`: the text of another file with one more sentence. `link`: it is a
   * symbolic link to another file. The last three need an earlier file; without one, the file has a text of its own.
   */
  readonly kind: "own" | "copy" | "near" | "link";
  /** Which of the earlier files, counted around. */
  readonly of: number;
  /** The number of sentences in a text of its own. */
  readonly sentences: number;
  /** Whether the text refers to the guide with `@`. */
  readonly refers: boolean;
  /** Whether the text has characters that tools replace, such as `$1` and `@types/node`. */
  readonly hasSpecials: boolean;
  /** Whether the text is longer than some tools read. */
  readonly isLong: boolean;
  readonly lineEnd: "\n" | "\r\n";
  readonly hasByteOrderMark: boolean;
  readonly hasFinalNewline: boolean;
  readonly mode: number;
  /** Which front matter the file has, counted around, if its format has any. */
  readonly header: number;
}

/** The rule files of a random repository, each path once. */
export type RepositorySpec = readonly FileSpec[];
