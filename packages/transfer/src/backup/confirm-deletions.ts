import { PreceptError } from "@precept/core";

/** The number of files that Precept created which are deleted without a confirmation. */
const maxUnconfirmed = 5;

/**
 * Refuses deletions that the user may not expect: of a file that Precept did not create, or of more than five files.
 *
 * @param foreign the paths among them that Precept did not create.
 * @throws PreceptError `TRANSFER_NEEDS_YES`
 */
export function requireConfirmation(paths: readonly string[], foreign: readonly string[]): void {
  if (foreign.length > 0 || paths.length > maxUnconfirmed) throw new PreceptError("TRANSFER_NEEDS_YES", { paths, foreign });
}
