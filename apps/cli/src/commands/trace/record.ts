import { existsSync } from "node:fs";
import { appendFile, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { traceOf, type Resolution } from "@precept/core";
import { makePrivateDir, statePath, type Workspace } from "@precept/workspace";
import { parseTraceLines, printTraceLine, type TraceLines } from "./trace-lines.ts";

/** How many of the last traces are kept when the file has become too long. */
const keptTraces = 50;

/** How long the file may become, in bytes. */
const longest = 1_000_000;

/**
 * Keeps the trace of an answer, for `precept trace`. Only in a project that has a `.precept` directory: asking a question should not make one. What
 * can't be written is not worth failing for.
 */
export async function recordTrace({ root }: Workspace, resolution: Resolution): Promise<void> {
  if (!existsSync(join(root, ".precept"))) return;
  const path = tracesPath(root);
  try {
    await makePrivateDir(statePath(root));
    await appendFile(path, `${printTraceLine(traceOf(resolution))}\n`);
    if ((await stat(path)).size > longest) await shorten(path);
  } catch {
    // A read-only project answers all the same.
  }
}

/** Whole at every moment: two commands may end at the same time. */
async function shorten(path: string): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  const lines = await readLines(path);
  const kept = lines.slice(-keptTraces);
  while (kept.length > 1 && kept.join("\n").length > longest / 2) kept.shift();
  await writeFile(temporary, `${kept.join("\n")}\n`);
  await rename(temporary, path);
}

/** The recorded traces, oldest first, and how many lines could not be read. */
export async function readTraces(root: string): Promise<TraceLines> {
  return parseTraceLines((await readLines(tracesPath(root))).join("\n"));
}

/** The file that the traces of a project are recorded in. */
export function tracesPath(root: string): string {
  return join(statePath(root), "traces.jsonl");
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
