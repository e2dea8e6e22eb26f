import type { SharedOptions } from "../../options.ts";

export interface HistoryOptions extends SharedOptions {
  readonly limit?: number;
  readonly prune?: boolean;
  readonly keep?: number;
  /** In milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}
