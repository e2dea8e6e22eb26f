import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRelativePaths, type Rule } from "@precept/core";
import type { Workspace, WorkspaceExport } from "@precept/workspace";

/** Lists the lines of a text, without those that are only white space or an import that a rule stores as a reference. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.includes("@") && !line.includes("#[[file:"));
}

/** Returns the rules of other tools' files that an import takes over. */
export function selectHandwritten(rules: readonly Rule[], excluded: ReadonlySet<string>): readonly Rule[] {
  return rules.filter(
    ({ origin: { path, dialect } }) =>
      path !== undefined && dialect !== "precept" && !excluded.has(path) && !path.startsWith("../"),
  );
}

/** Returns the handwritten lines that no native rule has after the import. */
export function findLostLines(handwritten: readonly Rule[], rules: readonly Rule[]): readonly string[] {
  const stored = new Set(rules.flatMap(({ content }) => linesOf(content)));
  return handwritten.flatMap(({ content, origin }) =>
    linesOf(content).flatMap((line) => (stored.has(line) ? [] : [`no rule has a line of ${origin.path}: ${line}`])),
  );
}

/** Returns the lines of rules that a tool finds in none of its files, and that the export does not report. */
export async function findUnreadLines(
  workspace: Workspace,
  tool: string,
  rules: readonly Rule[],
  { omitted, reduced, readDifferently, alreadyRead, ledger, excluded }: WorkspaceExport,
): Promise<readonly string[]> {
  const written = [...ledger]
    .filter(([, { targets, mode }]) => mode === undefined && targets.includes(tool))
    .map(([path]) => path);
  const elsewhere = [...written, ...alreadyRead.flatMap(({ target, paths }) => (target.id === tool ? paths : []))];
  const { files } = await workspace.seeAs(tool, {});
  const texts = files.flatMap(({ path, status }) =>
    status === "read" ? [readFileSync(join(workspace.root, path), "utf8")] : [],
  );
  const imported = files.flatMap(({ path, status }) =>
    status === "read" ? readImports(workspace.root, path, readFileSync(join(workspace.root, path), "utf8")) : [],
  );
  // Skills in a folder that is a link are not listed.
  const others = elsewhere.map((path) => readFileSync(join(workspace.root, path), "utf8"));
  const read = new Set([...texts, ...imported, ...others].flatMap(linesOf));
  const reported = new Set(
    [...omitted, ...reduced, ...readDifferently].flatMap(({ rule, target }) => (target.id === tool ? [rule.id] : [])),
  );
  const leftOut = new Set(excluded.map(({ path }) => path));
  return rules.flatMap((rule) => {
    if (!isForTool(rule, tool) || reported.has(rule.id) || leftOut.has(rule.origin.path ?? "")) return [];
    const line = linesOf(rule.content).find((one) => !read.has(one));
    return line === undefined ? [] : [`${tool} reads no file with a line of ${rule.id}: ${line}`];
  });
}

function isForTool({ targets }: Rule, tool: string): boolean {
  return targets.length === 0 || targets.includes(tool);
}

/** Reads the files that a text imports with `@`. */
function readImports(root: string, path: string, text: string): readonly string[] {
  return [...text.matchAll(/(?<=^|\s)@([\w./-]+\.md)$/gm)].flatMap(([, name = ""]) => {
    const file = join(root, dirname(path), name);
    return existsSync(file) ? [readFileSync(file, "utf8")] : [];
  });
}

/** Returns the paths in the text of a skill that lead to a file in its own folder, and to nothing from an exported copy. */
export function findBrokenLinks(root: string, original: Rule, copies: readonly string[]): readonly string[] {
  const folder = dirname(original.origin.path ?? "");
  const linked = findRelativePaths(original.content).filter(
    ({ path }) => !path.startsWith("../") && existsSync(join(root, folder, path)),
  );
  return copies.flatMap((copy) =>
    linked.flatMap(({ path }) => (existsSync(join(root, dirname(copy), path)) ? [] : [`${path} leads nowhere from ${copy}`])),
  );
}
