import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Rule } from "@precept/core";
import { createFsStore } from "@precept/store-fs";
import { ruleRoots } from "./rule-files.ts";

/** How many files are read in parallel; the same number as in the store. */
const concurrency = 32;

/** Loads every rule file through a new store. */
export async function loadThroughStore(projectDir: string): Promise<readonly Rule[]> {
  await using store = createFsStore({ roots: ruleRoots, projectDir });
  const rules: Rule[] = [];
  for await (const { rule } of store.list()) rules.push(rule);
  return rules;
}

/** The baseline: reads the same files and does nothing with them. */
export async function readAllFiles(dir: string, paths: readonly string[]): Promise<readonly Buffer[]> {
  const contents: Buffer[] = Array.from({ length: paths.length });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < paths.length; at = next++) contents[at] = await readFile(join(dir, paths[at] ?? ""));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return contents;
}
