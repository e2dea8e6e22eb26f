import { PreceptError } from "@precept/core";
import { openRoot } from "@precept/files";
import type { Ledger } from "../ledger/ledger.ts";
import type { ExportAction } from "../plan/export-plan.ts";
import { readJournal } from "./journal.ts";
import type { RevertPlan } from "./plan-revert.ts";

/** How many files that Precept created are deleted without a confirmation. */
const maxUnconfirmed = 5;

/** Deletions that the user has to agree to: many files, or files that Precept did not create. */
export interface DeletionsToConfirm {
  /** All files that are deleted. */
  readonly paths: readonly string[];
  /** The files that Precept did not create. */
  readonly foreign: readonly string[];
}

/** Finds the deletions of an export or import that the user has to agree to. @param before the ledger that the plan was made with. */
export function findTransferDeletions(
  dir: string,
  actions: readonly ExportAction[],
  before: Ledger,
): DeletionsToConfirm | undefined {
  const paths = actions.filter(({ kind }) => kind === "delete").map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const { originals } = readJournal(openRoot(dir));
  const foreign = paths.filter((path) => {
    const original = originals.get(path);
    // The ledger has a head for imported files only.
    return original === undefined ? before.get(path)?.head !== undefined : original.kind === "file";
  });
  return toConfirm(paths, foreign);
}

/** Finds the deletions of a revert or an eject that the user has to agree to. */
export function findRevertDeletions({ actions }: Pick<RevertPlan, "actions">): DeletionsToConfirm | undefined {
  return toConfirm(
    actions.filter(({ kind }) => kind === "remove").map(({ path }) => path),
    [],
  );
}

function toConfirm(paths: readonly string[], foreign: readonly string[]): DeletionsToConfirm | undefined {
  return foreign.length > 0 || paths.length > maxUnconfirmed ? { paths, foreign } : undefined;
}

/** @throws PreceptError `TRANSFER_NEEDS_YES` if there are deletions to confirm. */
export function refuseUnconfirmed(deletions: DeletionsToConfirm | undefined): void {
  if (deletions !== undefined) throw new PreceptError("TRANSFER_NEEDS_YES", deletions);
}
