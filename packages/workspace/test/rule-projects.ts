import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { applyTransfer, type ExportAction } from "@precept/transfer";
import { openWorkspace } from "../src/open-workspace.ts";
import { planWorkspaceExport, type ExportOptions, type WorkspaceExport } from "../src/transfer/export.ts";
import { planWorkspaceImport } from "../src/transfer/import.ts";

export interface NativeRule {
  /** The directory that the rule governs. Empty for the project. */
  readonly base: string;
  readonly name: string;
  readonly header: string;
  readonly text: string;
}

/** The rule files of other tools, each with front matters that it can have. */
export const foreignPaths: Readonly<Record<string, readonly string[]>> = {
  "AGENTS.md": [""],
  "CLAUDE.md": [""],
  "CLAUDE.local.md": [""],
  "GEMINI.md": [""],
  "WARP.md": [""],
  ".rules": [""],
  ".cursorrules": [""],
  ".cursor/rules/a.mdc": ["---\nalwaysApply: true\n---\n\n", '---\nglobs: "src/**"\nalwaysApply: false\n---\n\n'],
  ".cursor/rules/deep/b.mdc": ["---\ndescription: About b\nalwaysApply: false\n---\n\n", "---\nalwaysApply: false\n---\n\n"],
  ".github/copilot-instructions.md": [""],
  ".github/instructions/c.instructions.md": ['---\napplyTo: "lib/**"\n---\n\n'],
  ".claude/rules/d.md": ["", "---\npaths:\n  - src/**\n---\n\n"],
  ".claude/skills/e/SKILL.md": [
    "---\nname: e\ndescription: About e\n---\n\n",
    "---\nname: e\ndescription: About e\ndisable-model-invocation: true\n---\n\n",
  ],
  ".agents/skills/e/SKILL.md": ["---\nname: e\ndescription: About e\n---\n\n"],
  ".kiro/steering/f.md": ["", "---\ninclusion: manual\n---\n\n"],
  ".windsurf/rules/g.md": ["---\ntrigger: always_on\n---\n\n", "---\ntrigger: glob\nglobs: src/**\n---\n\n"],
  ".clinerules/i.md": [""],
  "web/AGENTS.md": [""],
  "web/CLAUDE.md": [""],
  "web/.cursor/rules/h.mdc": ["---\nglobs: *.css\n---\n"],
};

export type ForeignFile =
  | { readonly kind: "file"; readonly header: number; readonly text: string; readonly isCrlf: boolean }
  | { readonly kind: "link"; readonly to: string };

async function writeProject(dir: string, natives: readonly NativeRule[], files: ReadonlyMap<string, ForeignFile>): Promise<void> {
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  };
  for (const directory of ["src", "web", "lib", "docs"]) await mkdir(join(dir, directory), { recursive: true });
  await write("docs/guide.md", "# Guide\n\nRead @docs/other.md, then pay $1.\n");
  for (const { base, name, header, text } of natives)
    await write(`${base}.precept/rules/${name}.md`, `---\nname: ${name}\ndescription: About ${name}\n${header}---\n\n${text}`);
  for (const [path, file] of files) {
    if (file.kind === "link") {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await symlink(relative(dirname(path), file.to), join(dir, path));
      continue;
    }
    const headers = foreignPaths[path] ?? [""];
    const text = `${headers[file.header % headers.length]}${file.text}`;
    await write(path, file.isCrlf ? text.replaceAll("\n", "\r\n") : text);
  }
}

export async function inProject(
  natives: readonly NativeRule[],
  files: ReadonlyMap<string, ForeignFile>,
  check: (dir: string) => Promise<void>,
): Promise<void> {
  const top = await mkdtemp(join(tmpdir(), "precept-export-"));
  try {
    const dir = join(top, "project");
    await mkdir(dir);
    await writeProject(dir, natives, files);
    await check(dir);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

export function describeChanges(actions: readonly ExportAction[]): readonly string[] {
  return actions
    .filter(({ kind }) => kind !== "unchanged")
    .map(({ kind, path, reason = "" }) => `${kind} ${path} ${reason}`.trim());
}

/** Plans an export, by default without limits. */
export async function planExport(dir: string, options: ExportOptions): Promise<WorkspaceExport> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  return await planWorkspaceExport(workspace, { overLimit: true, ...options });
}

/** Exports, and returns the changes that were not applied. */
export async function runExport(dir: string, options: ExportOptions): Promise<readonly string[]> {
  const plan = await planExport(dir, options);
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { isConfirmed: true });
  return describeChanges([...plan.actions.filter(({ kind }) => kind === "blocked"), ...notApplied]);
}

export async function runImport(dir: string, options: { readonly editsOnly?: boolean } = {}): Promise<readonly string[]> {
  await using workspace = await openWorkspace(dir, { home: join(dir, "../home") });
  const plan = await planWorkspaceImport(workspace, options);
  await applyTransfer(dir, plan, plan.before, { by: "import" });
  const conflicts = plan.conflicts.map(({ rule, field }) => `conflict of ${rule} (${field})`);
  return [...describeChanges(plan.actions), ...conflicts];
}
