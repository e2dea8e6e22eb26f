import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { itemKinds, findSkillHost, isSkillFile, type DialectId, type ItemKind } from "@precept/mdc-compat";
import { findDialect } from "@precept/mdc-compat";
import { listItems, openWorkspace, planWorkspaceImport, type Workspace } from "@precept/workspace";
import { listFiles } from "@precept/testing";
import { tools } from "./programs.ts";

/** What a user wrote in a repository. */
export interface Handwritten {
  /** The different lines of rules and skills that are long enough to tell, each with how often a tool reads it, at most. */
  readonly lines: ReadonlyMap<string, number>;
  /** The names of items, by kind. */
  readonly items: ReadonlyMap<ItemKind, ReadonlySet<string>>;
  /** The paths of the files beside skills, from the name of the skill. */
  readonly skillFiles: ReadonlySet<string>;
}

/** How much of it the tools read together. A line that each of five tools reads counts five times. */
export interface ReadByTools {
  readonly lines: number;
  readonly items: ReadonlyMap<ItemKind, number>;
  readonly skillFiles: number;
  /** How often tools read a line again that was not read again before, for a file in the top directory. */
  readonly repeated: number;
}

const minLength = 20;

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return lines.filter((line) => line.length >= minLength && !line.startsWith("@"));
}

/** Reads what the user wrote: the rules of all tools, without fixtures, templates and the like, and items. */
export async function readHandwritten(dir: string, home: string): Promise<Handwritten> {
  await using workspace = await openWorkspace(dir, { home, readOnly: true });
  const { excluded } = await planWorkspaceImport(workspace);
  const leftOut = new Set(excluded.map(({ path }) => path));
  const rules = (await workspace.list()).filter(({ origin: { path = "../" } }) => !leftOut.has(path) && !path.startsWith("../"));
  const skills = rules.flatMap(({ origin: { path = "" } }) => (isSkillFile(path) ? [dirname(path)] : []));
  const lines = new Map(rules.flatMap(({ content }) => linesOf(content).map((line): [string, number] => [line, 1])));
  for (const tool of tools)
    for (const [line, count] of await countReadings(workspace, tool))
      if (lines.has(line)) lines.set(line, Math.max(count, lines.get(line) ?? 1));
  return {
    lines,
    items: new Map(itemKinds.map((kind) => [kind, namesOf(workspace, kind)])),
    skillFiles: new Set(skills.flatMap((skill) => listBeside(dir, skill))),
  };
}

function namesOf(workspace: Workspace, kind: ItemKind, tool?: DialectId): ReadonlySet<string> {
  const dialect = tool === undefined ? undefined : findDialect(tool);
  const { items } = listItems(workspace, { kinds: [kind], ...(dialect !== undefined && { tool: dialect }) });
  return new Set(items.map(({ item }) => item.name));
}

/** Lists the files beside a `SKILL.md`, from the name of its folder. */
function listBeside(dir: string, skill: string): readonly string[] {
  const from = dirname(join(dir, skill));
  return [...listFiles(join(dir, skill))].map((path) => path.slice(from.length + 1)).filter((path) => !isSkillFile(path));
}

/** Reads what the tools find in a repository. */
export async function readAsTools(dir: string, home: string, { lines, items, skillFiles }: Handwritten): Promise<ReadByTools> {
  await using workspace = await openWorkspace(dir, { home, readOnly: true });
  let read = 0;
  let repeated = 0;
  let foundFiles = 0;
  const foundItems = new Map<ItemKind, number>();
  for (const tool of tools) {
    const { files } = await workspace.seeAs(tool, {});
    const paths = files.flatMap(({ path, status }) => (status === "read" ? [path] : []));
    const found = new Set(paths.flatMap((path) => linesOf(cutToLimit(tool, readWithImports(dir, path)))));
    read += [...lines.keys()].filter((line) => found.has(line)).length;
    for (const [line, count] of await countReadings(workspace, tool)) repeated += Math.max(0, count - (lines.get(line) ?? count));
    for (const kind of itemKinds) {
      const present = namesOf(workspace, kind, tool);
      const count = [...(items.get(kind) ?? [])].filter((name) => present.has(name)).length;
      foundItems.set(kind, (foundItems.get(kind) ?? 0) + count);
    }
    const dirs = findSkillHost(tool)?.dirs ?? [];
    foundFiles += [...skillFiles].filter((path) => dirs.some((one) => existsSync(join(dir, one, path)))).length;
  }
  return { lines: read, items: foundItems, skillFiles: foundFiles, repeated };
}

/** Reads a file with the files that it imports with `@`. */
function readWithImports(dir: string, path: string): string {
  const text = readFileSync(join(dir, path), "utf8");
  const imported = [...text.matchAll(/(?<=^|\s)@([\w./-]+\.md)$/gm)].flatMap(([, name = ""]) => {
    const file = join(dir, dirname(path), name);
    return existsSync(file) ? [readFileSync(file, "utf8")] : [];
  });
  return [text, ...imported].join("\n");
}

/** Cuts a text where the tool stops reading a file. */
function cutToLimit(tool: DialectId, text: string): string {
  const limit = findDialect(tool)?.output.spec.limits.find(({ effect, unit }) => effect !== "advisory" && unit === "bytes");
  return limit === undefined ? text : Buffer.from(text).subarray(0, limit.max).toString("utf8");
}

/** Counts how often a tool reads each line in the rules for a file in the top directory. */
async function countReadings(workspace: Workspace, tool: DialectId): Promise<ReadonlyMap<string, number>> {
  const { resolution } = await workspace.seeAs(tool, { files: ["file.txt"] });
  const counts = new Map<string, number>();
  for (const { content } of resolution.applied)
    for (const line of new Set(linesOf(content))) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
