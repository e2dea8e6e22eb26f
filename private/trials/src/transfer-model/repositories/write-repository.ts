import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { relative } from "node:path/posix";
import { findParts, type PartCounter } from "../parts.ts";
import type { FileSpec, RepositorySpec } from "./file-spec.ts";
import { guidePath, headedPaths, ignoreFilePaths, plainPaths, sharedPaths } from "./paths.ts";

/** Writes the files of a random repository into a directory. Every sentence of them is a part of its own. */
export function writeRepository(dir: string, specs: RepositorySpec, parts: PartCounter): void {
  const bodies: { readonly path: string; readonly body: readonly string[] }[] = [];
  if (specs.some(({ refers }) => refers)) write(dir, guidePath, `# Guide\n\n${parts.write()}\n`);
  for (const spec of specs) {
    const earlier = bodies[bodies.length === 0 ? 0 : spec.of % bodies.length];
    if (spec.kind === "link" && earlier !== undefined && plainPaths.includes(spec.path) && plainPaths.includes(earlier.path)) {
      mkdirSync(dirname(join(dir, spec.path)), { recursive: true });
      symlinkSync(relative(dirname(spec.path), earlier.path), join(dir, spec.path));
      continue;
    }
    const body = writeBody(spec, earlier?.body, parts);
    bodies.push({ path: spec.path, body });
    write(dir, spec.path, formatFile(spec, body));
    chmodSync(join(dir, spec.path), spec.mode);
    if (spec.path.endsWith("/SKILL.md")) writeSkillFiles(dirname(join(dir, spec.path)), spec, parts);
  }
}

/** Writes what a skill has besides its text: a script, notes in a directory, and a link to them. */
function writeSkillFiles(folder: string, { mode, lineEnd, refers }: FileSpec, parts: PartCounter): void {
  write(folder, "run.sh", `#!/bin/sh${lineEnd}# ${parts.write()}${lineEnd}`);
  chmodSync(join(folder, "run.sh"), mode);
  write(folder, "references/notes.md", parts.write());
  if (refers) symlinkSync("notes.md", join(folder, "references/link.md"));
}

/** Returns the lines of the body of a file. */
function writeBody(
  { path, kind, sentences, refers, hasSpecials, isLong }: FileSpec,
  earlier: readonly string[] | undefined,
  parts: PartCounter,
): readonly string[] {
  if (earlier !== undefined && kind === "copy") return earlier;
  if (earlier !== undefined && kind === "near") return [...earlier, "", parts.write()];
  const lines = ["# Conventions"];
  for (let at = 0; at < sentences; at += 1) lines.push("", parts.write());
  if (refers) lines.push("", `@${guidePath}`);
  if (hasSpecials) lines.push("", ...specials);
  // A tool does not read all of a long file that the user wrote for it.
  if (isLong && !path.startsWith(".windsurf")) lines.push("", "## Notes", "", ...fillers, "", "## End", "", parts.write());
  return lines;
}

/** Texts that tools replace, escape or run. */
const specials: readonly string[] = [
  "It costs $1, or \\$0.00, with $ARGUMENTS and ${NAME}.",
  "Use @types/node and {{args}}, and run !`date`.",
];

const fillers: readonly string[] = Array.from({ length: 150 }, (_, at) => `${at} ${"and so on ".repeat(9)}`.trimEnd());

function formatFile({ path, header, lineEnd, hasByteOrderMark, hasFinalNewline }: FileSpec, body: readonly string[]): string {
  const key = sharedPaths.get(path);
  if (key !== undefined) return formatShared(key, body).replaceAll("\n", lineEnd);
  if (ignoreFilePaths.includes(path))
    return ["secret/", ...body.map((line) => (line === "" ? "" : `# ${line}`)), ""].join(lineEnd);
  const headers = headedPaths.get(path) ?? [];
  const head = headers[headers.length === 0 ? 0 : header % headers.length] ?? "";
  const lines = [...(head === "" ? [] : ["---", ...head.split("\n"), "---", ""]), ...body];
  return `${hasByteOrderMark ? "\uFEFF" : ""}${lines.join(lineEnd)}${hasFinalNewline ? lineEnd : ""}`;
}

/** Formats settings of a tool: one sentence is in a value of the user, the others are in values that are items. */
function formatShared(key: "mcpServers" | "permissions", body: readonly string[]): string {
  const [about = "", ...others] = body.flatMap((line) => (findParts(line).size === 0 ? [] : [line]));
  const values =
    key === "mcpServers"
      ? { notes: { command: "node", args: ["server.js", ...others], env: { LEVEL: "high" } } }
      : { allow: ["Bash(git status:*)"], deny: ["Read(./.env)"] };
  const inUse = key === "mcpServers" ? about : [about, ...others];
  return `${JSON.stringify({ about: inUse, [key]: values }, undefined, 2)}\n`;
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
