import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { applyTransfer, type Ledger } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, planWorkspaceImport } from "@precept/workspace";
import { readTexts } from "../transfer-model/disk/read-texts.ts";
import type { Tree } from "../transfer-model/disk/tree.ts";

const lines = ["A line that was added in one tool.", "A line that was added in another tool."] as const;

interface EditedProject {
  readonly ledger: Ledger;
  /** The project before the import. */
  readonly before: Tree;
}

/** Appends a line in a file of one tool and inserts one in a file of another, imports both, and exports them. */
export async function editInTwoTools(
  dir: string,
  home: string,
  to: readonly string[],
  { ledger, before }: EditedProject,
): Promise<readonly string[]> {
  // The path of a file that the user wrote can lead through a link.
  const isCreated = (path: string): boolean => !before.has(relative(dir, realpathSync(join(dir, path))));
  const edited = chooseFiles(ledger, isCreated);
  for (const [at, path] of edited.entries()) {
    const text = readFileSync(join(dir, path), "utf8");
    writeFileSync(join(dir, path), at === 0 ? appendLine(text) : insertLine(text));
  }
  const problems: string[] = [];
  {
    await using workspace = await openWorkspace(dir, { home });
    const plan = await planWorkspaceImport(workspace, { editsOnly: true });
    problems.push(
      ...plan.conflicts.map(({ rule, field }) => `the edits of ${edited.join(" and ")} conflict in ${rule} (${field})`),
    );
    await applyTransfer(dir, plan, plan.before, { by: "import", isConfirmed: true });
  }
  await using workspace = await openWorkspace(dir, { home });
  const rules = await workspace.list();
  const natives = [
    ...rules.flatMap(({ content, origin }) => (origin.dialect === "precept" ? [content] : [])),
    ...["commands", "agents"].flatMap((kind) => [...readTexts(dir, `.precept/${kind}`).values()]),
  ];
  for (const [at, path] of edited.entries()) {
    const count = natives.filter((text) => text.includes(lines[at] ?? "")).length;
    if (count !== 1) problems.push(`${count} rules and items have the line that was added to ${path}`);
  }
  const plan = await planWorkspaceExport(workspace, { to, overLimit: true, allowPrograms: true });
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "export", isConfirmed: true });
  const failed = [...notApplied, ...plan.actions.filter(({ kind }) => kind === "blocked")];
  return [...problems, ...failed.map(({ path }) => `the export after the edits did not write ${path}`)];
}

/**
 * Chooses two files that the export created for different rules and tools: a revert deletes those. The edits of one rule
 * in two files would be a conflict.
 */
function chooseFiles(ledger: Ledger, isCreated: (path: string) => boolean): readonly string[] {
  const files = [...ledger].filter(([path, { link, mode, imports }]) => {
    return link === undefined && mode === undefined && imports === undefined && /\.mdc?$/.test(path) && isCreated(path);
  });
  for (const [path, { rules, targets }] of files) {
    const other = files.find(
      ([, two]) => !two.rules.some((rule) => rules.includes(rule)) && !two.targets.some((id) => targets.includes(id)),
    );
    if (other !== undefined) return [path, other[0]];
  }
  return files.slice(0, 1).map(([path]) => path);
}

function appendLine(text: string): string {
  const end = /\n<!-- precept: end -->\s*$/.exec(text)?.index ?? text.length;
  return `${text.slice(0, end).trimEnd()}\n\n${lines[0]}\n${text.slice(end)}`;
}

/** Inserts a line before the first heading or paragraph after the front matter and a marker. */
function insertLine(text: string): string {
  const [head = ""] = /^(?:\uFEFF?---\r?\n[\s\S]*?\n---\r?\n)?(?:\s*<!-- precept: rule [^\n]*\n)?\s*/.exec(text) ?? [];
  return `${text.slice(0, head.length)}${lines[1]}\n\n${text.slice(head.length)}`;
}
