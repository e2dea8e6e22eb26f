import { buildTrace, toWireTrace, type Diagnostic, type Resolution, type Trace, type WireTrace } from "@precept/core";
import {
  appendFile,
  kindIn,
  makePrivateDirectory,
  openRoot,
  putFile,
  readFileInSync,
  withLock,
  type Root,
  stateDir,
} from "@precept/files";
import { reportStateLink, type Workspace } from "@precept/workspace";

/** The number of traces that remain when the file exceeds this size, and of skipped rules in each. */
const maxTraces = 50;
const maxFileBytes = 1_000_000;
const maxSkipped = 1000;

const options = { links: "none", isPrivate: true } as const;

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
    await withLock(project, tracesPath, "traces", async ({ assertHeld: beforeRename }) => {
      const size = await appendFile(project, tracesPath, line, { ...options, beforeRename });
      if (size <= maxFileBytes) return;
      // Replaces the file atomically, because other processes may be reading it.
      await putFile(project, tracesPath, `${newestOf(readTraceLines(project)).join("\n")}\n`, { ...options, beforeRename });
    });
    return [];
  } catch (error) {
    // In a read-only project, no trace is recorded.
    return [reportStateLink(error) ?? []].flat();
  }
}

function newestOf(lines: readonly string[]): readonly string[] {
  const remaining = lines.slice(-maxTraces);
  while (remaining.length > 1 && remaining.join("\n").length > maxFileBytes / 2) remaining.shift();
  return remaining;
}

/** The file that traces are recorded in, relative to the project. */
export const tracesPath: string = `${stateDir}/traces.jsonl`;

/** A larger file was not written by Precept. In bytes. */
const maxBytes = 16_777_216;

export function readTraceLines(project: Root): readonly string[] {
  const content = readFileInSync(project, tracesPath, { maxBytes, links: "none" });
  const text = content.kind === "bytes" ? content.bytes.toString("utf8") : "";
  return text.split("\n").filter((line) => line !== "");
}

export function printTraceLine(trace: Trace): string {
  return JSON.stringify(toStoredTrace(trace));
}

/** A trace in its wire format, with the number of skipped rules that it leaves out. */
export function toStoredTrace(trace: Trace): WireTrace & { readonly left_out_rules?: number } {
  return { ...toWireTrace(trace), ...(trace.leftOut !== undefined && { left_out_rules: trace.leftOut }) };
}
