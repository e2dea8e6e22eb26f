import { PreceptError } from "@precept/core";

/** How many files that Precept created are deleted without a confirmation. */
const maxUnconfirmed = 5;

/**
 * Refuses to delete files that Precept did not create (`foreign`), or more than five, without the agreement of the
 * user.
 *
 * @throws PreceptError `TRANSFER_NEEDS_YES`
 */
export function requireConfirmation(paths: readonly string[], foreign: readonly string[]): void {
  if (foreign.length > 0 || paths.length > maxUnconfirmed) throw new PreceptError("TRANSFER_NEEDS_YES", { paths, foreign });
}
