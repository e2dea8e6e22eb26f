import { buildTrace, type Diagnostic, type Resolution } from "@precept/core";
import {
  appendFile,
  kindIn,
  makePrivateDirectory,
  openRoot,
  putFile,
  readFileInSync,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { stateDir } from "@precept/enforcement";
import { reportRefusedState, type Workspace } from "@precept/workspace";
import { parseTraceLines, printTraceLine, type TraceLines } from "./trace-lines.ts";

/** How many of the last traces are kept when the file has become too long. */
const keptTraces = 50;

/** How long the file may become, in bytes. */
const longest = 1_000_000;

/**
 * Records the trace of an answer for `precept trace`. Only in a project that has a `.precept` directory: a question should not create one.
 *
 * @returns what was wrong with the place that it is written to. A trace that cannot be written is no failure.
 */
export async function recordTrace({ root }: Workspace, resolution: Resolution): Promise<readonly Diagnostic[]> {
  const project = openRoot(root);
  if (kindIn(project, ".precept", "entry") === undefined) return [];
  try {
    await makePrivateDirectory(project, stateDir);
    const line = `${printTraceLine(buildTrace(resolution))}\n`;
    // Without the lock, a process could cut off or replace a line that another one appends.
    await withLock(project, tracesPath, "traces", async (lock) => {
      const options = { links: "none", isPrivate: true, beforeRename: lock.assertHeld } as const;
      const size = await appendFile(project, tracesPath, line, options);
      if (size > longest) await shorten(project, lock);
    });
    return [];
  } catch (error) {
    // In a read-only project there is no trace, and that is all.
    return [reportRefusedState(error) ?? []].flat();
  }
}

/** Whole at every moment, for those who read it meanwhile. */
async function shorten(project: Root, { assertHeld }: Lock): Promise<void> {
  const lines = readLines(project);
  const kept = lines.slice(-keptTraces);
  while (kept.length > 1 && kept.join("\n").length > longest / 2) kept.shift();
  await putFile(project, tracesPath, `${kept.join("\n")}\n`, { links: "none", isPrivate: true, beforeRename: assertHeld });
}

/** The recorded traces, oldest first, and how many lines could not be read. */
export async function readTraces(root: string): Promise<TraceLines> {
  return parseTraceLines(readLines(openRoot(root)).join("\n"));
}

/** The file that traces are recorded in, relative to the project. */
export const tracesPath: string = `${stateDir}/traces.jsonl`;

/** A larger file is not one of ours, in bytes. */
const maxBytes = 16_777_216;

function readLines(project: Root): readonly string[] {
  const content = readFileInSync(project, tracesPath, { maxBytes, links: "none" });
  return content.kind === "bytes"
    ? content.bytes
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
