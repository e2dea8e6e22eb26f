import { existsSync } from "node:fs";
import { appendFile, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { traceOf, type Resolution, type Trace } from "@precept/core";
import { makePrivateDir, statePath, type Workspace } from "@precept/workspace";

/** A trace, and when it was made. */
export interface RecordedTrace extends Trace {
  /** ISO 8601. */
  readonly at: string;
  readonly files: readonly string[];
}

/** How many of the last traces are kept when the file has become too long. */
const keptTraces = 50;

/** How long the file may become, in bytes. */
const longest = 1_000_000;

/** How many of the rules that were looked at are written down: in a trace of ten thousand nobody reads the last. */
const keptRules = 1000;

/**
 * Keeps the trace of an answer, for `precept trace`. Only in a project that has a `.precept` directory: asking a question should not make one. What
 * can't be written is not worth failing for.
 */
export async function recordTrace({ root }: Workspace, resolution: Resolution): Promise<void> {
  if (!existsSync(join(root, ".precept"))) return;
  const { evaluated, skipped, ...trace } = traceOf(resolution);
  const recorded: RecordedTrace = {
    at: new Date().toISOString(),
    files: resolution.understood.files,
    ...trace,
    evaluated: evaluated.slice(0, keptRules),
    skipped: skipped.slice(0, keptRules),
  };
  const path = tracesPath(root);
  try {
    await makePrivateDir(statePath(root));
    await appendFile(path, `${JSON.stringify(recorded)}\n`);
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

/** The kept traces, newest first. A line that can't be read is left out. */
export async function readTraces(root: string): Promise<readonly RecordedTrace[]> {
  const lines = await readLines(tracesPath(root));
  return lines.toReversed().flatMap((line) => {
    try {
      return [JSON.parse(line) as RecordedTrace];
    } catch {
      return [];
    }
  });
}

function tracesPath(root: string): string {
  return join(statePath(root), "traces.jsonl");
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
