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
import { reportStateLink, type Workspace } from "@precept/workspace";
import { printTraceLine } from "./trace-lines.ts";

/** The number of traces that remain when the file is shortened. */
const maxTraces = 50;

/** The maximum number of skipped rules in a trace. */
const maxSkipped = 1000;

/** The size at which the file is shortened, in bytes. */
const maxFileBytes = 1_000_000;

/**
 * Records the trace of a resolution for `precept trace`, in projects that have a `.precept` directory.
 *
 * @returns a diagnostic if the file is refused. Never throws if the trace cannot be written.
 */
export async function recordTrace({ root }: Workspace, resolution: Resolution): Promise<readonly Diagnostic[]> {
  const project = openRoot(root);
  if (kindIn(project, ".precept", "entry") === undefined) return [];
  try {
    await makePrivateDirectory(project, stateDir);
    const line = `${printTraceLine(buildTrace(resolution, { maxSkipped }))}\n`;
    // Without the lock, a process could cut off or replace a line that another one appends.
    await withLock(project, tracesPath, "traces", async (lock) => {
      const options = { links: "none", isPrivate: true, beforeRename: lock.assertHeld } as const;
      const size = await appendFile(project, tracesPath, line, options);
      if (size > maxFileBytes) await shorten(project, lock);
    });
    return [];
  } catch (error) {
    // In a read-only project, no trace is recorded.
    return [reportStateLink(error) ?? []].flat();
  }
}

/** Removes the oldest traces. The file is replaced atomically, because other processes may be reading it. */
async function shorten(project: Root, { assertHeld }: Lock): Promise<void> {
  const lines = readTraceLines(project);
  const remaining = lines.slice(-maxTraces);
  while (remaining.length > 1 && remaining.join("\n").length > maxFileBytes / 2) remaining.shift();
  await putFile(project, tracesPath, `${remaining.join("\n")}\n`, { links: "none", isPrivate: true, beforeRename: assertHeld });
}

/** The file that traces are recorded in, relative to the project. */
export const tracesPath: string = `${stateDir}/traces.jsonl`;

/** A larger file was not written by Precept. In bytes. */
const maxBytes = 16_777_216;

/** Reads the lines of the file that are not empty, oldest first. */
export function readTraceLines(project: Root): readonly string[] {
  const content = readFileInSync(project, tracesPath, { maxBytes, links: "none" });
  return content.kind === "bytes"
    ? content.bytes
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
