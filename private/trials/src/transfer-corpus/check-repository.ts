import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { applyTransfer, applyRevert, planRevert, type Ledger } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, planWorkspaceImport, type WorkspaceExport } from "@precept/workspace";
import { root } from "../root.ts";
import { describeEntry, isSameEntry, readTree } from "../transfer-model/disk/tree.ts";
import { Problems } from "./checks.ts";
import { countDoubledLines, countWritten, findDoubledLines } from "./doubled-lines.ts";
import { editInTwoTools } from "./edits.ts";
import { findScopeDifferences } from "./scopes.ts";
import { findBrokenLinks, findLostLines, findUnreadLines, selectHandwritten } from "./texts.ts";
import { listDirectories, readViews } from "./views.ts";

/** The tools that each repository is exported to. */
const tools = ["claude", "cursor", "copilot", "codex", "gemini", "windsurf", "cline", "kiro"];

/** The number of doubled lines from which a view counts as doubled. */
const maxDoubled = 10;

export interface RepositoryResult {
  readonly problems: Problems;
  readonly views: number;
  /** The views with more than 10 lines that are read more often than they were written by hand. */
  readonly doubledViews: number;
  /** The files that have most doubled lines together, with the number of views. */
  readonly causes: readonly string[];
  /** The files whose items differ from those of another tool, as the import says. The export overwrites them. */
  readonly overwritten: readonly string[];
}

/** Imports the rules of a repository, exports them to all tools, edits them, and reverts everything. */
export async function checkRepository(dir: string): Promise<RepositoryResult> {
  const home = join(dir, "..", "home");
  const problems = new Problems();
  const before = readTree(dir);
  const { handwritten, directories, differing } = await importRules(dir, home, problems);
  const { exported, overwritten } = await exportRules(dir, home, problems, differing);
  const read = await checkViews({ dir, home, directories, exported, problems });
  const ofSkills = handwritten.filter(({ origin: { path = "" } }) => path.endsWith("/SKILL.md"));
  const reported = new Set(exported.uncopied.map(({ path }) => path));
  for (const skill of ofSkills) {
    const copies = findCopies(exported.ledger, skill.origin.path ?? "");
    problems.add(
      "skill links",
      ...findBrokenLinks(dir, skill, copies).filter((problem) => ![...reported].some((path) => problem.includes(path))),
    );
  }
  problems.add("edits", ...(await editInTwoTools(dir, home, tools, { ledger: exported.ledger, before })));
  await applyRevert(dir, planRevert(dir), { isConfirmed: true });
  const after = readTree(dir);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [had, has] = [before.get(path), after.get(path)];
    if (!isSameEntry(had, has))
      problems.add(
        "revert",
        `after the revert ${path} is ${describeEntry(has).slice(0, 60)}, not ${describeEntry(had).slice(0, 60)}`,
      );
  }
  return { problems, overwritten, ...read };
}

async function importRules(dir: string, home: string, problems: Problems) {
  await using workspace = await openWorkspace(dir, { home });
  const before = await workspace.list();
  const directories = await listDirectories(workspace);
  const plan = await planWorkspaceImport(workspace, { merge: true });
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "import" });
  problems.add("import", ...notApplied.map(({ path }) => `the import skipped ${path}`));
  problems.add("import", ...plan.conflicts.map(({ rule, field }) => `the import has a conflict of ${rule} (${field})`));
  const handwritten = selectHandwritten(before, new Set(plan.excluded.map(({ path }) => path)));
  await workspace.reload();
  problems.add("lines", ...findLostLines(handwritten, await workspace.list()));
  const differing = new Set(plan.notes.flatMap(({ path, message }) => (message.includes(" differs from ") ? [path] : [])));
  return { handwritten, directories, differing };
}

/**
 * Exports the rules with the user's word for programs, and for the files that the import could not unite with others.
 * What is written then needs no further word.
 *
 * @param differing the files of which the import says that they differ from the files of other tools.
 */
async function exportRules(dir: string, home: string, problems: Problems, differing: ReadonlySet<string>) {
  await using workspace = await openWorkspace(dir, { home });
  const options = { to: tools, overLimit: true, allowPrograms: true };
  const first = await planWorkspaceExport(workspace, options);
  const overwritten = first.actions.flatMap(({ kind, path }) => (kind === "blocked" && differing.has(path) ? [path] : []));
  const plan = overwritten.length === 0 ? first : await planWorkspaceExport(workspace, { ...options, force: overwritten });
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "export", isConfirmed: true });
  const failed = [...notApplied, ...plan.actions.filter(({ kind }) => kind === "blocked")];
  problems.add("export", ...failed.map(({ path }) => `the export did not write ${path}`));
  await using fresh = await openWorkspace(dir, { home });
  const { actions } = await planWorkspaceExport(fresh, { to: tools, overLimit: true });
  const changes = actions.filter(({ kind }) => kind !== "unchanged");
  problems.add("again", ...changes.map(({ kind, path }) => `a second export would ${kind} ${path}`));
  const program = join(root, "apps/cli/src/main.ts");
  const args = [
    "--conditions=@precept/source",
    program,
    "export",
    "--to",
    tools.join(","),
    "--over-limit",
    "--check",
    "--root",
    dir,
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, HOME: home } });
  if (status !== 0) problems.add("check", `export --check exits with ${status}: ${stdout.split("\n", 1)[0]}`);
  return { exported: plan, overwritten };
}

interface Exported {
  readonly dir: string;
  readonly home: string;
  readonly directories: readonly string[];
  readonly exported: WorkspaceExport;
  readonly problems: Problems;
}

async function checkViews({ dir, home, directories, exported, problems }: Exported) {
  await using workspace = await openWorkspace(dir, { home });
  const rules = await workspace.list();
  const names = rules.filter(({ inclusion }) => inclusion === "agentRequested");
  const written = countWritten([
    ...rules.map(({ content }) => content),
    ...names.map(({ name, description }) => `${name}: ${description.replaceAll("\n", " ")}`),
  ]);
  for (const tool of tools) {
    problems.add("lines", ...(await findUnreadLines(workspace, tool, rules, exported)));
    problems.add("scopes", ...(await findScopeDifferences(workspace, tool, directories.slice(0, 6), exported)));
  }
  const views = await readViews(workspace, tools, directories);
  const causes = new Map<string, number>();
  let doubledViews = 0;
  for (const { tool, texts } of views) {
    const doubled = findDoubledLines(texts, written);
    if (countDoubledLines(doubled) <= maxDoubled) continue;
    doubledViews += 1;
    const byPaths = [...Map.groupBy(doubled, (one) => one.paths.join(" + "))];
    const paths = byPaths.toSorted((left, right) => right[1].length - left[1].length)[0]?.[0] ?? "";
    causes.set(`${tool}: ${paths}`, (causes.get(`${tool}: ${paths}`) ?? 0) + 1);
  }
  return { views: views.length, doubledViews, causes: Array.from(causes, ([cause, count]) => `${count} × ${cause}`) };
}

/** Lists the exported copies of a skill, by the path of its own file. */
function findCopies(ledger: Ledger, path: string): readonly string[] {
  const [rule] = ledger.get(path)?.rules ?? [];
  return [...ledger].flatMap(([copy, { rules, link }]) =>
    copy !== path && link === undefined && copy.endsWith("/SKILL.md") && rule !== undefined && rules.includes(rule) ? [copy] : [],
  );
}
