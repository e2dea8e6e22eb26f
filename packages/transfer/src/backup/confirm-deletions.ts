import { PreceptError } from "@precept/core";

/** How many files that Precept created are deleted without a confirmation. */
const maxUnconfirmed = 5;

/** Refuses to delete files of others (`foreign`), or many, without agreement. @throws PreceptError `TRANSFER_NEEDS_YES` */
export function requireConfirmation(paths: readonly string[], foreign: readonly string[]): void {
  if (foreign.length > 0 || paths.length > maxUnconfirmed) throw new PreceptError("TRANSFER_NEEDS_YES", { paths, foreign });
}
