import { PreceptError } from "@precept/core";
import type { Root } from "@precept/files";
import type { ExportAction } from "../plan/plan.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { findOriginals, readJournal } from "../backup/journal.ts";

/** The number of files that Precept created which are deleted without a confirmation. */
const maxUnconfirmed = 5;

/**
 * Refuses deletions that the user may not expect: of a file that Precept did not create, or of more than five files.
 *
 * @throws PreceptError `TRANSFER_NEEDS_YES`
 */
export function requireConfirmation(root: Root, actions: readonly ExportAction[], before: Ledger): void {
  const deletions = actions.filter(({ kind }) => kind === "delete").map(({ path }) => path);
  if (deletions.length === 0) return;
  const originals = findOriginals(readJournal(root));
  const foreign = deletions.filter((path) => {
    const original = originals.get(path);
    // The ledger has a head for imported files only.
    return original === undefined ? before.get(path)?.head !== undefined : original.kind === "file";
  });
  if (foreign.length === 0 && deletions.length <= maxUnconfirmed) return;
  throw new PreceptError("TRANSFER_NEEDS_YES", { paths: deletions, foreign });
}
