import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readNativeTexts } from "../disk/read-texts.ts";
import { readTree } from "../disk/tree.ts";
import { findParts, type PartCounter } from "../parts.ts";
import { excludedPaths } from "../repositories/paths.ts";
import type { HandStep } from "./step.ts";

/** A change that was made by hand. */
export interface HandEdit {
  readonly path: string;
  /** What the user wrote. */
  readonly added: ReadonlySet<string>;
  /** What the user removed from this file. */
  readonly removed: ReadonlySet<string>;
}

/** Changes a file as a user would, and keeps its mode, line ends and byte order mark. Returns undefined if there is no file to change. */
export function editByHand(dir: string, { do: kind, file, how, line }: HandStep, parts: PartCounter): HandEdit | undefined {
  const paths = kind === "edit" ? listToolFiles(dir) : [...readNativeTexts(dir).keys()].toSorted();
  const path = paths[paths.length === 0 ? 0 : file % paths.length];
  if (path === undefined) return undefined;
  const before = readFileSync(join(dir, path), "latin1");
  if (how === "delete file") rmSync(join(dir, path));
  else writeFileSync(join(dir, path), change(path, before, how, line, parts), "latin1");
  const had = findParts(before);
  const has = how === "delete file" ? new Set<string>() : findParts(readFileSync(join(dir, path), "latin1"));
  return { path, added: without(has, had), removed: without(had, has) };
}

function without(parts: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...parts].filter((part) => !others.has(part)));
}

/** The regular files outside of `.precept` that tools read. */
function listToolFiles(dir: string): readonly string[] {
  const files = [...readTree(dir)].filter(([path, { kind }]) => kind === "file" && !path.startsWith("docs/"));
  return files.map(([path]) => path).filter((path) => !excludedPaths.includes(path));
}

function change(path: string, text: string, how: HandStep["how"], line: number, parts: PartCounter): string {
  if (path.endsWith(".json")) return changeJson(text, how, line, parts);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  if (how === "append")
    return `${text}${text.endsWith("\n") ? "" : lineEnd}${lineEnd}${isComment(path) ? "# " : ""}${parts.write()}${lineEnd}`;
  if (how === "header") return changeHeader(text);
  const lines = text.split("\n");
  const sentences = lines.flatMap((one, at) => (findParts(one).size > 0 ? [at] : []));
  const at = sentences[sentences.length === 0 ? 0 : line % sentences.length];
  if (at === undefined) return text;
  const replacement = how === "delete line" ? [] : [lines[at]?.replace(sentence, parts.write()) ?? ""];
  return lines.toSpliced(at, 1, ...replacement).join("\n");
}

/** A sentence of `PartCounter`. */
const sentence = /Keep part p\d+ in order\./;

/** Whether a sentence at the end of a file has to be a comment. */
function isComment(path: string): boolean {
  return /\.yaml$|ignore$/.test(path);
}

/** Changes a sentence in a list of a file of settings, so that the file stays valid. */
function changeJson(text: string, how: HandStep["how"], line: number, parts: PartCounter): string {
  if (how === "append") return text.replace(/("args": \[)/, (start) => `${start}${JSON.stringify(parts.write())}, `);
  if (how === "header") return text;
  const found = [...text.matchAll(/,\s*"Keep part p\d+ in order\."/g)];
  const { index, 0: element } = found[found.length === 0 ? 0 : line % found.length] ?? { index: 0, 0: "" };
  const replacement = how === "delete line" ? "" : element.replace(sentence, () => parts.write());
  return text.slice(0, index) + replacement + text.slice(index + element.length);
}

/** Changes when the rule applies, if the file has such a field. */
function changeHeader(text: string): string {
  return text
    .replace(/^alwaysApply: (true|false)/m, (_, value) => `alwaysApply: ${value === "true" ? "false" : "true"}`)
    .replace(/^(globs|applyTo|fileMatchPattern): (["']?)src\//m, "$1: $2lib/");
}
