import type { FileContent, PreceptCommand } from "@precept/mdc-compat/install";
import { sha256 } from "@precept/files";
import { removeInsertions, type Insertion, isProblem, type TextProblem } from "@precept/mdc-compat/json-text";
import { addContents, removeContents } from "./host-file.ts";

/** What the ledger knows about a file that an install changed. */
export interface FileRecord {
  /** What was installed in the file: `HOST:hooks` or `HOST:mcp`. */
  readonly installs: readonly string[];
  /** SHA-256 of the file before, in hexadecimal. Null if the file did not exist. */
  readonly before: string | null;
  /** SHA-256 of the file after. */
  readonly after: string;
  /** What was inserted. Null if removing the insertions does not give the file before. */
  readonly insertions: readonly Insertion[] | null;
  /** Members of a JSON file that were created. */
  readonly created: readonly (readonly string[])[];
  /** Directories that were created for the file, the outermost first. */
  readonly directories: readonly string[];
  readonly command: PreceptCommand;
}

export interface FilePlan {
  /** `blocked`: the file stays as it is. */
  readonly kind: "create" | "update" | "delete" | "unchanged" | "blocked";
  readonly after: string | undefined;
  readonly record: FileRecord | undefined;
  readonly problem?: TextProblem;
}

export interface FileState {
  readonly current: string | undefined;
  readonly record: FileRecord | undefined;
  readonly wanted: readonly FileContent[];
  readonly dropped: readonly FileContent[];
  readonly installs: readonly string[];
  readonly command: PreceptCommand;
  /** Command lines that are Precept's although they do not look like it. */
  readonly known: readonly string[];
}

/**
 * Plans the change of one file. If the file is as the last install left it, the change starts from the original, so
 * that uninstalling restores its bytes. If it was edited since, only the entries of Precept are added or removed.
 */
export function planFile(state: FileState): FilePlan {
  const { current, record, wanted } = state;
  const isAsInstalled = record !== undefined && current !== undefined && sha256(current) === record.after;
  const original = isAsInstalled && record.insertions !== null ? removeInsertions(current, record.insertions) : undefined;
  if (isAsInstalled && original !== undefined) {
    return changeTo(state, record.before === null ? undefined : original, wanted, record);
  }
  const isRecorded = record !== undefined && current !== undefined && sha256(current) !== record.before;
  const options = { known: state.known, ...(isRecorded && { created: record.created, isCreated: record.before === null }) };
  const rest = current === undefined || state.dropped.length === 0 ? current : removeContents(current, state.dropped, options);
  if (typeof rest === "object") return { kind: "blocked", after: current, record, problem: rest };
  return changeTo(state, rest, wanted, isRecorded ? record : undefined);
}

function changeTo(
  state: FileState,
  base: string | undefined,
  wanted: readonly FileContent[],
  earlier: FileRecord | undefined,
): FilePlan {
  const { current, installs, command } = state;
  if (wanted.length === 0) return endWith(current, base, undefined);
  const added = addContents(base ?? "", wanted, state.known);
  if (isProblem(added)) return { kind: "blocked", after: current, record: state.record, problem: added };
  const isExact = !added.isReplaced && (earlier === undefined || (current !== undefined && sha256(current) === earlier.after));
  const isOriginal = earlier === undefined || isExact;
  const record: FileRecord = {
    installs,
    before: isOriginal ? (base === undefined ? null : sha256(base)) : earlier.before,
    after: sha256(added.text),
    insertions: isExact ? added.insertions : null,
    created: isExact ? added.created : [...(earlier?.created ?? []), ...added.created],
    directories: earlier?.directories ?? [],
    command,
  };
  // Nothing to undo: the entries were in the file before.
  const isForeign = earlier === undefined && added.text === base;
  return endWith(current, added.text, isForeign ? undefined : record);
}

function endWith(current: string | undefined, after: string | undefined, record: FileRecord | undefined): FilePlan {
  if (current === after) return { kind: "unchanged", after, record };
  if (current === undefined) return { kind: "create", after, record };
  return { kind: after === undefined ? "delete" : "update", after, record };
}
