// A separate entry point, so that programs without policies do not load this code.
import { dirname } from "node:path";
import { PreceptError, type Diagnostic } from "@precept/core";
import {
  describeUnread,
  fileFailureOf,
  makeDirectory,
  putFile,
  readFileInSync,
  withLock,
  type Lock,
  type Root,
} from "@precept/files";
import { emptyBaseline, readBaseline, type Baseline } from "@precept/governance";
import { createMask } from "@precept/audit-log";
import { report } from "./diagnostic-catalogue.ts";

/** The maximum size of a baseline, in bytes. */
const maxBytes = 67_108_864;

export interface LoadedBaseline {
  readonly baseline: Baseline;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a baseline. Without a file it is empty. @param file the path for diagnostics. */
export async function loadBaseline(root: Root, path: string, file: string): Promise<LoadedBaseline> {
  const content = readFileInSync(root, path, { maxBytes });
  if (content.kind === "missing") return { baseline: emptyBaseline, diagnostics: [] };
  if (content.kind !== "bytes") return unreadable(file, describeUnread(content));
  try {
    return readBaseline(JSON.parse(content.bytes.toString("utf8")), file);
  } catch {
    return unreadable(file, "it is not JSON");
  }
}

/**
 * Changes a baseline under its lock and returns the new one; `undefined` writes nothing. @throws PreceptError
 * `BASELINE_INVALID` if the file, which stays as it is, is not a baseline; `STORE_FAILED`
 */
export async function updateBaseline(
  root: Root,
  path: string,
  file: string,
  change: (current: Baseline) => Baseline | undefined,
): Promise<Baseline> {
  const changeLocked = async ({ assertHeld }: Lock): Promise<Baseline> => {
    const { baseline: current, diagnostics } = await loadBaseline(root, path, file);
    const problem = diagnostics.find(({ severity }) => severity === "error");
    if (problem !== undefined) throw new PreceptError("BASELINE_INVALID", { path: file, reason: problem.message });
    const changed = change(current);
    if (changed === undefined) return current;
    const next = maskMessages(changed);
    await putFile(root, path, `${JSON.stringify(next, undefined, 2)}\n`, { beforeRename: assertHeld });
    return next;
  };
  try {
    await makeDirectory(root, dirname(path));
    return await withLock(root, path, "baseline", changeLocked);
  } catch (error) {
    throw fileFailureOf("write", file, error);
  }
}

/** Masks secrets in messages, which may quote the text. Entries are matched by fingerprint only. */
function maskMessages({ version, entries }: Baseline): Baseline {
  const mask = createMask();
  const masked = entries.map((entry) =>
    entry.message === undefined ? entry : { ...entry, message: mask.maskText(entry.message) },
  );
  return { version, entries: masked };
}

function unreadable(file: string, problem: string): LoadedBaseline {
  const message = `The baseline cannot be read, so it accepts nothing: ${problem}.`;
  return { baseline: emptyBaseline, diagnostics: [report("policies/baseline-unreadable", { file }, message)] };
}
