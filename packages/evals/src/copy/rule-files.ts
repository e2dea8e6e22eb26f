import { dirname } from "node:path/posix";
import { PreceptError, printNativeRule, type Rule } from "@precept/core";
import { kindIn, makeDirectory, openRoot, putFile, removeEmptyDirectory, removeTree, type Root } from "@precept/files";
import { applyTransfer, dialectNamed, ledgerPath, requireLedger, selectExportableRules } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, type Workspace } from "@precept/workspace";
import { arms, type Arm } from "../schedule/arms.ts";

export interface RuleFilesRequest {
  readonly arm: Arm;
  /** The names of the rules that the case is about. */
  readonly rules: readonly string[];
  /** The tool whose rule files are written. Undefined: only the native ones. */
  readonly tool: string | undefined;
}

/** Returns the rules of a project that agents can have in an eval: those that all its users share. */
export async function rulesOfProject(workspace: Workspace): Promise<readonly Rule[]> {
  return selectExportableRules(await workspace.list());
}

/** Opens a copy of a project, without the rules of the user. @param home a directory that is empty. */
export async function openCopy(copy: string, home: string): Promise<Workspace> {
  return openWorkspace(copy, {
    discover: false,
    home,
    user: undefined,
    trustedDirs: [],
    managedPolicyDirs: [],
    personalRules: false,
    sqlite: false,
    remember: false,
    countUse: false,
  });
}

/**
 * Gives a copy of a project the rule files of an arm: removes the files of the other rules and all exported files, and exports the remaining rules for
 * the tool, as `precept export` would.
 *
 * @throws PreceptError `EVAL_RULE_NOT_DELIVERED` if the tool would not get one of the rules of the case.
 */
export async function writeRuleFiles(
  workspace: Workspace,
  copy: string,
  home: string,
  { arm, rules: names, tool }: RuleFilesRequest,
): Promise<void> {
  const root = openRoot(copy);
  const all = await rulesOfProject(workspace);
  const { hasRule, hasOthers } = arms[arm];
  const retained = all.filter(({ name }) => (names.includes(name) ? hasRule : hasOthers));
  await removeRuleFiles(root, all, retained);
  for (const rule of retained) {
    const { path } = rule.origin;
    if (path === undefined || kindIn(root, path, "entry") === undefined) await writeNative(root, rule);
  }
  if (tool !== undefined) await exportRules(copy, home, tool, hasRule ? names : []);
  // The backup of an export has texts of rules.
  for (const path of [ledgerPath, ".precept/state", ".precept/backup"]) await removeWithParents(root, path);
}

/** Removes files with rules that are not retained, and all files that an export wrote. */
async function removeRuleFiles(root: Root, all: readonly Rule[], retained: readonly Rule[]): Promise<void> {
  const removed = new Set(all.filter((rule) => !retained.includes(rule)).flatMap(({ origin }) => origin.path ?? []));
  const sources = new Set(all.flatMap(({ origin }) => origin.path ?? []));
  for (const [path, { format }] of requireLedger(root.dir)) if (format !== "items" && !sources.has(path)) removed.add(path);
  // A file with a removed rule and a retained one is removed, too: the retained rule gets a separate file.
  for (const path of removed) if (isInside(path)) await removeWithParents(root, path);
}

/** Removes a file or a directory, and the directories that are empty then: they would show that something is missing. */
async function removeWithParents(root: Root, path: string): Promise<void> {
  await removeTree(root, path);
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    if (!(await removeEmptyDirectory(root, parent))) return;
  }
}

function isInside(path: string): boolean {
  return !path.startsWith("../") && !path.startsWith("/") && !/^[A-Za-z]:/.test(path);
}

async function writeNative(root: Root, rule: Rule): Promise<void> {
  const path = `.precept/rules/${rule.name.replaceAll(/[^A-Za-z0-9._-]/g, "-")}.md`;
  await makeDirectory(root, dirname(path));
  await putFile(root, path, printNativeRule(rule).text);
}

/** @param required names of rules that the tool must get. */
async function exportRules(copy: string, home: string, tool: string, required: readonly string[]): Promise<void> {
  await using copied = await openCopy(copy, home);
  if ((await rulesOfProject(copied)).length === 0) return;
  const plan = await planWorkspaceExport(copied, { to: [tool], kinds: ["rule"] });
  const blocked = plan.actions.filter(({ kind }) => kind === "blocked");
  const { id, aliases } = dialectNamed(tool);
  const isForOthers = ({ targets }: Rule): boolean =>
    targets.length > 0 && ![id, ...aliases].some((one) => targets.includes(one));
  const lost = [
    ...(await copied.list())
      .filter(isForOthers)
      .map(({ name }) => ({ name, reason: "`targets` of the rule does not name the tool" })),
    ...plan.omitted.map(({ rule, notes }) => ({ name: rule.name, reason: notes.map(({ message }) => message).join("; ") })),
    ...blocked.flatMap(({ path, rules }) => rules.map((name) => ({ name, reason: `${path} is blocked` }))),
  ].find(({ name }) => required.includes(name));
  if (lost !== undefined) throw new PreceptError("EVAL_RULE_NOT_DELIVERED", { ...lost, tool });
  await applyTransfer(copy, plan, plan.before, { by: "export", isConfirmed: true });
}
