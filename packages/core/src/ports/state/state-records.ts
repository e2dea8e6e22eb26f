/** A record of shared state. */
export interface StateEntry {
  /** The group by which records are read and updated. */
  readonly group: string;
  readonly value: string;
}

/** The outcome of an update. */
export interface StateChange<Result> {
  /** All records of the groups after the update, by key. Missing records are deleted. */
  readonly entries: ReadonlyMap<string, StateEntry>;
  readonly result: Result;
}

/** Small records that several processes read and update. A record belongs to a group, and records that change together share one. */
export interface StateRecords {
  /** Reads the records of groups by key, in the order of keys. Default: all groups. @throws PreceptError `STORE_FAILED`, `STORE_CLOSED` */
  read(groups?: readonly string[]): Promise<ReadonlyMap<string, StateEntry>>;
  /**
   * Updates the records of some groups in a transaction: updates of the same group in any process happen one after the other, so
   * that none is lost. Changes nothing if the function throws.
   *
   * @param change is called once, with the records of the groups. It must be quick, because other updates wait for it.
   * @returns the result of the function.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`.
   */
  update<Result>(
    groups: readonly string[],
    change: (entries: ReadonlyMap<string, StateEntry>) => StateChange<Result>,
  ): Promise<Result>;
}
