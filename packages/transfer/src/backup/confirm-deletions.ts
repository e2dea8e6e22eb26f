import { PreceptError } from "@precept/core";

/** How many files that Precept created are deleted without a confirmation. */
const maxUnconfirmed = 5;

/** Refuses to delete many files, or `foreign` ones, without consent. @throws PreceptError `TRANSFER_NEEDS_YES` */
export function requireConfirmation(paths: readonly string[], foreign: readonly string[]): void {
  if (foreign.length > 0 || paths.length > maxUnconfirmed) throw new PreceptError("TRANSFER_NEEDS_YES", { paths, foreign });
}
