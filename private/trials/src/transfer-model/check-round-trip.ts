import { join } from "node:path";
import { applyTransfer, applyRevert, planRevert } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, planWorkspaceImport } from "@precept/workspace";
import { describeEntry, isSameEntry, readTree } from "./disk/tree.ts";

/** The number of problems that are returned. Further ones rarely tell more. */
const maxProblems = 20;

/**
 * Imports the rules of a repository, exports them twice, and reverts everything. Returns what is wrong: a second export that would write, a file that the
 * first one did not write, and differences from the tree before.
 *
 * @param to the tools to export for.
 */
export async function checkRoundTrip(dir: string, to: readonly string[]): Promise<readonly string[]> {
  const home = join(dir, "..", "no-home");
  const problems: string[] = [];
  const before = readTree(dir);
  {
    await using workspace = await openWorkspace(dir, { home });
    const plan = await planWorkspaceImport(workspace);
    const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "import" });
    problems.push(...notApplied.map(({ path }) => `the import skipped ${path}`));
    problems.push(...plan.conflicts.map(({ rule, field }) => `the import has a conflict of ${rule} (${field})`));
  }
  {
    await using workspace = await openWorkspace(dir, { home });
    const plan = await planWorkspaceExport(workspace, { to, overLimit: true });
    const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "export", isConfirmed: true });
    const blocked = plan.actions.filter(({ kind }) => kind === "blocked");
    problems.push(...[...notApplied, ...blocked].map(({ path }) => `the first export did not write ${path}`));
  }
  {
    await using workspace = await openWorkspace(dir, { home });
    const { actions } = await planWorkspaceExport(workspace, { to, overLimit: true });
    problems.push(
      ...actions.filter(({ kind }) => kind !== "unchanged").map(({ kind, path }) => `a second export would ${kind} ${path}`),
    );
  }
  await applyRevert(dir, planRevert(dir), { isConfirmed: true });
  const after = readTree(dir);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [had, has] = [before.get(path), after.get(path)];
    if (!isSameEntry(had, has)) problems.push(`after the revert ${path} is ${describeEntry(has)}, not ${describeEntry(had)}`);
  }
  return problems.slice(0, maxProblems);
}
