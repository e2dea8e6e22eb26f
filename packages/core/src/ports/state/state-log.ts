/** Where a log ends. */
export interface LogEnd {
  /** The position of the newest entry; 0 if there was none. */
  readonly last: number;
  /** The position of the newest entry that was removed because there were too many; 0 if none was. */
  readonly prunedUntil: number;
  /** What the last append has stored beside the entries. Undefined if none has. */
  readonly state: string | undefined;
}

/** An entry of a log. */
export interface LoggedEntry {
  /** From 1, without gaps, in the order in which entries become visible. */
  readonly position: number;
  readonly value: string;
}

/** A part of a log. */
export interface LogPage extends LogEnd {
  /** In the order of positions. */
  readonly entries: readonly LoggedEntry[];
}

/** What to append to a log. */
export interface LogAppend {
  readonly entries: readonly string[];
  /** Replaces the text that is stored beside the entries. Default: it stays. */
  readonly state?: string;
}

/** An append-only log that several processes write and follow. It retains its newest entries, see `stateUses`. */
export interface StateLog {
  /**
   * Appends entries, all or none. Appends of all processes happen one after the other.
   *
   * @param change what to append, or a function of the text that is stored beside the entries, which is called once. It must be
   *   quick, because other writers wait for it.
   * @returns the position of the last entry of the log.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`.
   */
  append(change: LogAppend | ((state: string | undefined) => LogAppend)): Promise<number>;
  /** Reads entries after a position. @param limit the maximum number of entries. @throws PreceptError `STORE_FAILED`, `STORE_CLOSED` */
  read(options: { readonly after: number; readonly limit: number }): Promise<LogPage>;
  /** Calls a function when there may be new entries of any process. @returns a function that ends it. */
  follow(onChange: () => void): () => void;
}
