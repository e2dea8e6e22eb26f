import { dirname } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import { kindAt, openRoot } from "@precept/files";
import { staleEntries, type Baseline, type BaselineEntry, type Policy } from "@precept/governance";
import type { UpdatedBaseline, PolicyEngine } from "@precept/enforcement";
import { loadBaseline, updateBaseline } from "@precept/enforcement/baseline";
import type { Checked } from "./run-checks.ts";

export interface BaselineFile {
  readonly baseline: Baseline;
  readonly diagnostics: readonly Diagnostic[];
  /** Reads the file again, changes the baseline and writes it. */
  readonly update: (change: (current: Baseline) => Baseline) => Promise<UpdatedBaseline>;
}

/** Opens the baseline of the project. The diagnostics of the policies contain its diagnostics. */
export async function openProjectBaseline(policies: PolicyEngine): Promise<BaselineFile> {
  return { baseline: await policies.baseline(), diagnostics: [], update: (change) => policies.updateBaseline(change) };
}

/**
 * Opens a baseline file that the user named.
 *
 * @param name the path as it was typed.
 * @param mayBeMissing whether the file is about to be created.
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

/** Finds the entries that this check covers: it evaluated their policy and file, or one of these no longer exists. */
export function findCheckedEntries(
  { entries }: Baseline,
  { decision, files, leftOut }: Checked,
  policies: readonly Policy[],
  selection: { readonly files: readonly string[]; readonly isWhole: boolean },
): readonly BaselineEntry[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  // A file that was not evaluated in full may still contain the violation.
  const incomplete = new Set(decision.diagnostics.filter(({ code }) => code.startsWith("check/")).map(({ file }) => file));
  const checked = new Set(files.filter((file) => !incomplete.has(file)));
  // Git lists a deleted file until the deletion is staged.
  const gone = new Set(leftOut.filter(({ reason }) => reason === "gone").map(({ file }) => file));
  const present = new Set(selection.files.filter((file) => !gone.has(file)));
  return entries.filter(({ rule_id: id, file }) => {
    const policy = byId.get(id);
    if (policy === undefined || file === undefined) return selection.isWhole;
    return isAlwaysChecked(policy) && (checked.has(file) || (selection.isWhole && !present.has(file)));
  });
}

function isAlwaysChecked({ enabled, match: { contextFilter } }: Policy): boolean {
  return enabled && Object.keys(contextFilter).every((key) => key === "subject" || key === "event");
}

export function findStale(
  baseline: Baseline,
  { decision }: Checked,
  checkedEntries: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const seen = new Set([...decision.violations, ...decision.shadowed].map(({ fingerprint }) => fingerprint));
  const candidates = new Set(checkedEntries);
  return staleEntries(baseline, seen, (entry) => candidates.has(entry));
}
