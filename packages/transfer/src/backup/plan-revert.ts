import { openRoot, sha256, type Root } from "@precept/files";
import { isUnchanged } from "../plan/plan.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { dialectsNamed } from "../select/dialects-named.ts";
import { requireLedger } from "../ledger/ledger-file.ts";
import { readState, type FileState } from "./file-state.ts";
import { findOriginals, readJournal, type JournalEntry } from "./journal.ts";
import { readObject } from "./objects.ts";
import { isNativePath, isRestorablePath } from "./restorable-path.ts";

/** Why a file of a revert or eject stays as it is. */
export type StayReason =
  /** Other tools read the file too, and only some tools are reverted. */
  | "shared"
  /** The file was imported, and Precept never changed it. */
  | "never changed"
  /** The backup of this clone has no original: another clone exported the file. */
  | "no original"
  /** A link, a directory, or a file that is too large stands at the path. */
  | "unusable"
  /** The object in the backup is missing or damaged. */
  | "damaged";

/** The planned change of one file by a revert or an eject. */
export interface RevertAction {
  /** `restore`: the original is written. `remove`: nothing stood there. `keep`: the file stays, and Precept forgets it. */
  readonly kind: "restore" | "remove" | "keep";
  /** Relative to the project. */
  readonly path: string;
  /** Ids of the tools that the file is for. */
  readonly targets: readonly string[];
  /** Whether the file has a text that the backup gets before the change, because it was edited since the last export. */
  readonly isEdited: boolean;
  /** For an ejected file with several rules, whether the lines between them that name the rules are removed. Default false. */
  readonly removesMarkers?: boolean;
  /** Why the file stays. */
  readonly reason?: StayReason;
}

/** The changes of a revert or an eject, before they are applied. */
export interface RevertPlan {
  readonly by: "revert" | "eject";
  /** Sorted by path. */
  readonly actions: readonly RevertAction[];
  /** What the files to restore were before Precept, by path. */
  readonly originals: ReadonlyMap<string, JournalEntry>;
  readonly before: Ledger;
  /** The ledger after the change. */
  readonly ledger: Ledger;
  /** The number of lines of the journal that cannot be read. */
  readonly damaged: number;
}

export interface RevertOptions {
  /** The tools to revert or eject: dialect ids or aliases. Default: all. */
  readonly to?: readonly string[];
}

/**
 * Plans to restore what stood in the project before Precept changed it: files of tools that exports overwrote, created or deleted, and the native rules that
 * imports created. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export function planRevert(dir: string, { to }: RevertOptions = {}): RevertPlan {
  const root = openRoot(dir);
  const before = requireLedger(dir);
  const journal = readJournal(root);
  const originals = new Map([...findOriginals(journal)].filter(([path]) => isRestorablePath(path)));
  const tools = to === undefined ? undefined : dialectsNamed(to).map(({ id }) => id as string);
  const { ledger, affected, shared } = forgetTools(before, tools);
  const actions: RevertAction[] = shared.map(([path, { targets }]) => stay(path, targets, "shared"));
  const toolPaths = new Set(affected.map(([path]) => path));
  for (const [path, { targets }] of originals) {
    const isChosen = tools === undefined || targets.some((target) => tools.includes(target));
    if (!isNativePath(path) && !before.has(path) && isChosen) toolPaths.add(path);
  }
  for (const path of toolPaths) actions.push(planPath(root, path, originals.get(path), before.get(path)));
  const referenced = new Set([...ledger.values()].flatMap(({ rules }) => rules));
  for (const [path, original] of originals) {
    if (!isNativePath(path) || original.by !== "import" || original.kind !== "missing" || referenced.has(`project:${path}`))
      continue;
    actions.push(planPath(root, path, original, undefined));
  }
  return { by: "revert", actions: actions.toSorted(byPath), originals, before, ledger, damaged: journal.damaged };
}

/** Removes tools from a ledger. Lists the entries that no tool is left in, and those that other tools are. */
export function forgetTools(
  before: Ledger,
  tools: readonly string[] | undefined,
): {
  readonly ledger: Ledger;
  readonly affected: readonly (readonly [path: string, entry: LedgerEntry])[];
  readonly shared: readonly (readonly [path: string, entry: LedgerEntry])[];
} {
  const ledger = new Map<string, LedgerEntry>();
  const affected: [string, LedgerEntry][] = [];
  const shared: [string, LedgerEntry][] = [];
  for (const [path, entry] of before) {
    const targets = tools === undefined ? [] : entry.targets.filter((target) => !tools.includes(target));
    if (targets.length === 0) affected.push([path, entry]);
    else {
      ledger.set(path, { ...entry, targets });
      if (targets.length < entry.targets.length) shared.push([path, entry]);
    }
  }
  return { ledger, affected, shared };
}

export function stay(path: string, targets: readonly string[], reason: StayReason): RevertAction {
  return { kind: "keep", path, targets, isEdited: false, reason };
}

export function byPath({ path: left }: RevertAction, { path: right }: RevertAction): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function planPath(root: Root, path: string, original: JournalEntry | undefined, entry: LedgerEntry | undefined): RevertAction {
  const targets = entry?.targets ?? original?.targets ?? [];
  const state = readState(root, path);
  if (original === undefined) return stay(path, targets, isHandwritten(entry) ? "never changed" : "no original");
  if (state.kind === "other") return stay(path, targets, "unusable");
  const isEdited = state.kind === "file" && !isNativePath(path) && !isOwnText(state, entry) && !isOriginal(state, original);
  if (original.kind === "missing") return { kind: "remove", path, targets, isEdited };
  if (readObject(root, original.sha256 ?? "") === undefined) return stay(path, targets, "damaged");
  return { kind: "restore", path, targets, isEdited };
}

function isOwnText({ bytes }: Extract<FileState, { kind: "file" }>, entry: LedgerEntry | undefined): boolean {
  return entry !== undefined && isUnchanged({ text: bytes.toString("utf8"), sha256: sha256(bytes) }, entry, sha256);
}

function isOriginal({ bytes }: Extract<FileState, { kind: "file" }>, original: JournalEntry): boolean {
  return original.kind === "file" && sha256(bytes) === original.sha256;
}

/** Whether Precept did not create the file of an entry: it was imported, or is a link. */
function isHandwritten(entry: LedgerEntry | undefined): boolean {
  return entry?.head !== undefined || entry?.link !== undefined;
}
