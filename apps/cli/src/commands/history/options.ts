export interface HistoryOptions {
  readonly limit?: number;
  readonly prune?: boolean;
  readonly keep?: number;
  /** In milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}
