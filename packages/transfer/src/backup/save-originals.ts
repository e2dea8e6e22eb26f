import { cacheRealPaths } from "@precept/files";
import type { Ledger } from "../ledger/ledger.ts";
import type { ExportAction } from "../plan/export-plan.ts";
import { isUnchangedState, readState, toStored, type FileState } from "./file-state.ts";
import { appendToJournal, readJournal, type JournalEntry, type JournalWriter, type KnownFile } from "./journal.ts";
import { makeBackupDirectory } from "./json-lines.ts";
import { saveObject } from "./objects.ts";

/**
 * Stores what stands at the paths of planned changes: the original of each file that Precept changes for the first
 * time, and each text that Precept did not write itself. Everything is on the disk before the first file is changed.
 *
 * @param before the ledger before the change.
 * @returns the paths with a new original. If one is not changed after all, end it with the event `ended`.
 */
export async function saveOriginals(
  writer: JournalWriter,
  actions: readonly ExportAction[],
  before: Ledger,
): Promise<ReadonlySet<string>> {
  if (actions.length === 0) return new Set();
  const { originals, handwritten } = readJournal(writer.root);
  const root = cacheRealPaths(writer.root);
  const missing = new Map<string, string | undefined>();
  const planned = actions.flatMap((action) => {
    const { path, targets } = action;
    const state = readState(root, path, missing);
    const known = { hasOriginal: originals.has(path), isHandwritten: handwritten.has(path) };
    const kind = chooseKind(action, state, before, known);
    return kind === undefined ? [] : [{ path, targets, state, kind }];
  });
  await store(writer, planned);
  return new Set(planned.filter(({ kind }) => kind !== "kept").map(({ path }) => path));
}

/** Stores the present texts of files that are about to be lost. */
export async function saveTexts(writer: JournalWriter, files: readonly KnownFile[]): Promise<void> {
  const planned = files.map(({ path, targets }) => ({ path, targets, state: readState(writer.root, path) }));
  const lost = planned.filter(({ state }) => toStored(state) !== undefined).map((one) => ({ ...one, kind: "kept" }) as const);
  await store(writer, lost);
}

interface StoredState extends Pick<JournalEntry, "path" | "targets" | "kind"> {
  readonly state: FileState;
}

async function store(writer: JournalWriter, states: readonly StoredState[]): Promise<void> {
  if (states.length === 0) return;
  await makeBackupDirectory(writer.root);
  const events: Omit<JournalEntry, "at" | "by">[] = [];
  for (const { state, ...event } of states) {
    const stored = toStored(state);
    if (stored !== undefined) {
      const { bytes, mode } = stored;
      events.push({ ...event, sha256: await saveObject(writer.root, bytes, writer.lock.assertHeld), mode });
    } else if (state.kind === "missing") {
      events.push({ ...event, ...(state.createdFrom !== undefined && { createdFrom: state.createdFrom }) });
    }
  }
  await appendToJournal(writer, events);
}

/** Whether what stands at a path is an original or another text to keep; undefined if it is neither. */
function chooseKind(
  action: ExportAction,
  state: FileState,
  before: Ledger,
  known: { readonly hasOriginal: boolean; readonly isHandwritten: boolean },
): "missing" | "file" | "kept" | undefined {
  if (state.kind === "other") return undefined;
  if (state.kind === "missing") return known.hasOriginal ? undefined : "missing";
  const entry = before.get(action.path);
  const isOwn = entry !== undefined && isUnchangedState(state, entry);
  // A file that an export created, in another clone: what stood there before is not known here.
  const isExport = isOwn && entry.head === undefined && !known.isHandwritten;
  if (!known.hasOriginal && !isExport) return "file";
  return isOwn && action.kind !== "delete" ? undefined : "kept";
}
