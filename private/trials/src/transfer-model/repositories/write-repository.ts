import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { relative } from "node:path/posix";
import type { PartCounter } from "../parts.ts";
import type { FileSpec, RepositorySpec } from "./file-spec.ts";
import { guidePath, headedPaths, plainPaths } from "./paths.ts";

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
  { kind, sentences, refers }: FileSpec,
  earlier: readonly string[] | undefined,
  parts: PartCounter,
): readonly string[] {
  if (earlier !== undefined && kind === "copy") return earlier;
  if (earlier !== undefined && kind === "near") return [...earlier, "", parts.write()];
  const lines = ["# Conventions"];
  for (let at = 0; at < sentences; at += 1) lines.push("", parts.write());
  if (refers) lines.push("", `@${guidePath}`);
  return lines;
}

function formatFile({ path, header, lineEnd, hasByteOrderMark, hasFinalNewline }: FileSpec, body: readonly string[]): string {
  const headers = headedPaths.get(path) ?? [];
  const head = headers[headers.length === 0 ? 0 : header % headers.length] ?? "";
  const lines = [...(head === "" ? [] : ["---", ...head.split("\n"), "---", ""]), ...body];
  return `${hasByteOrderMark ? "\uFEFF" : ""}${lines.join(lineEnd)}${hasFinalNewline ? lineEnd : ""}`;
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
