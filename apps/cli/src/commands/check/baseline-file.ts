import { dirname } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import { kindAt, openRoot } from "@precept/files";
import { staleEntries, type Baseline, type BaselineEntry, type Policy } from "@precept/governance";
import type { UpdatedBaseline, PolicyEngine } from "@precept/enforcement";
import { loadBaseline, updateBaseline } from "@precept/enforcement/baseline";
import type { Checked } from "./run-checks.ts";

/** A baseline, and the file that it is kept in. */
export interface BaselineFile {
  readonly baseline: Baseline;
  readonly diagnostics: readonly Diagnostic[];
  /** Changes the baseline as the file has it by now. */
  readonly update: (change: (current: Baseline) => Baseline) => Promise<UpdatedBaseline>;
}

/** The baseline of the project. What is wrong with it is among the diagnostics of the policies. */
export async function openProjectBaseline(policies: PolicyEngine): Promise<BaselineFile> {
  return { baseline: await policies.baseline(), diagnostics: [], update: (change) => policies.updateBaseline(change) };
}

/**
 * The baseline in a file.
 *
 * @param name as it was written on the command line.
 * @param mayBeMissing whether it is about to be written.
 * @throws PreceptError `BASELINE_NOT_FOUND`
 */
export async function openBaselineFile(path: string, name: string, mayBeMissing: boolean): Promise<BaselineFile> {
  const root = openRoot(dirname(path));
  const update = async (change: (current: Baseline) => Baseline): Promise<UpdatedBaseline> => ({
    baseline: await updateBaseline(root, path, name, change),
    file: name,
  });
  if (mayBeMissing || kindAt(path) !== undefined) return { ...(await loadBaseline(root, path, name)), update };
  throw new PreceptError("BASELINE_NOT_FOUND", { path: name });
}

/** The entries whose violation was looked for: their policy was checked in their file, or one of both is gone. */
export function entriesLookedFor(
  { entries }: Baseline,
  { decision, files, leftOut }: Checked,
  policies: readonly Policy[],
  known: { readonly files: readonly string[]; readonly isWhole: boolean },
): readonly BaselineEntry[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  // What could not be checked to its end may still be there.
  const doubtful = new Set(decision.diagnostics.filter(({ code }) => code.startsWith("check/")).map(({ file }) => file));
  const checked = new Set(files.filter((file) => !doubtful.has(file)));
  // Git goes on naming a file that was deleted until that is staged.
  const gone = new Set(leftOut.filter(({ reason }) => reason === "gone").map(({ file }) => file));
  const present = new Set(known.files.filter((file) => !gone.has(file)));
  return entries.filter(({ rule_id: id, file }) => {
    const policy = byId.get(id);
    if (policy === undefined || file === undefined) return known.isWhole;
    return isAlwaysChecked(policy) && (checked.has(file) || (known.isWhole && !present.has(file)));
  });
}

/** Whether a policy is checked without anything being known about the work. */
function isAlwaysChecked({ enabled, match: { contextFilter } }: Policy): boolean {
  return enabled && Object.keys(contextFilter).every((key) => key === "subject" || key === "event");
}

/** The entries that accept nothing any more. */
export function findStale(
  baseline: Baseline,
  { decision }: Checked,
  lookedFor: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const seen = new Set([...decision.violations, ...decision.shadowed].map(({ fingerprint }) => fingerprint));
  const candidates = new Set(lookedFor);
  return staleEntries(baseline, seen, (entry) => candidates.has(entry));
}
