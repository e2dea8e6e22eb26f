import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { printNativeRule, type Rule } from "@precept/core";
import { cursor, precept } from "@precept/mdc-compat";
import type { FsRoot } from "@precept/store-fs";

/** Rules that were written to a temporary directory. */
export interface RuleFiles extends AsyncDisposable {
  readonly dir: string;
  /** Relative to `dir`. */
  readonly paths: readonly string[];
  readonly bytes: number;
}

export const ruleRoots: readonly FsRoot[] = [
  { dir: ".precept/rules", scope: "project", codec: precept },
  { dir: ".cursor/rules", scope: "project", codec: cursor },
];

/** How the patterns of native files are written: `[a, b]`, or a line for each. Public rule files have both, and Cursor's mostly a text with commas. */
export type ListStyle = "flow" | "block";

export const listStyles: readonly ListStyle[] = ["flow", "block"];

export interface RuleFileOptions {
  /** `mixed`: every other rule as a native file, the others as Cursor's; `native`: all as native files. Default: `mixed`. */
  readonly kinds?: "mixed" | "native";
  /** Default: `flow`. */
  readonly lists?: ListStyle;
}

/** Writes rules as files, about a hundred per directory. Disposal removes them. */
export async function writeRuleFiles(
  rules: readonly Rule[],
  { kinds = "mixed", lists = "flow" }: RuleFileOptions = {},
): Promise<RuleFiles> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bench-"));
  const files = rules.map((rule, number) => {
    const folder = `part-${Math.floor(number / 200)}`;
    return kinds === "native" || number % 2 === 0
      ? { path: `.precept/rules/${folder}/${rule.name}.md`, text: printNative(rule, lists) }
      : { path: `.cursor/rules/${folder}/${rule.name}.mdc`, text: cursor.print(rule).text };
  });
  for (const folder of new Set(
    [...ruleRoots.map((root) => `${root.dir}/_`), ...files.map(({ path }) => path)].map((path) => dirname(path)),
  ))
    await mkdir(join(dir, folder), { recursive: true });
  for (let at = 0; at < files.length; at += 64)
    await Promise.all(files.slice(at, at + 64).map(({ path, text }) => writeFile(join(dir, path), text)));
  return {
    dir,
    paths: files.map(({ path }) => path),
    bytes: files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    async [Symbol.asyncDispose]() {
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function printNative(rule: Rule, lists: ListStyle): string {
  const { text } = printNativeRule(rule);
  const block = ["globs:", ...rule.globs.map((glob) => `  - ${JSON.stringify(glob)}`)].join("\n");
  return lists === "flow" ? text : text.replace(/^globs: \[.*\]$/m, () => block);
}
