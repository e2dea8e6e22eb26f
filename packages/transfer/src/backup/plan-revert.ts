import { ruleLocations } from "@precept/mdc-compat";
import { isItemFile, isNativeItemFile } from "@precept/mdc-compat/items";
import { compareText } from "@precept/core";
import { openRoot, sha256, type Root } from "@precept/files";
import { requireLedger, type Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { gitignorePath, updateGitignore } from "../plan/gitignore.ts";
import { dialectsNamed } from "../select/tools.ts";
import { isUnchangedState, readState, toStored, type FileState } from "./file-state.ts";
import { SkillFolders } from "../skill-files/read-skill-folder.ts";
import { listNativeOwners, nativeFolderOf } from "../skill-files/skill-folder.ts";
import { readJournal, type JournalEntry } from "./journal.ts";
import { readObject } from "./objects.ts";
import { restoreValues } from "../items/restore-values.ts";

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

/** Why a file stays as it is, as the rest of a sentence about it. */
export const stayReasons: Readonly<Record<StayReason, string>> = {
  shared: "other tools read it too",
  "never changed": "Precept never changed it",
  "no original": "stays as it is: the backup of this clone has no original; git may have it",
  unusable: "stays as it is: not a regular file",
  damaged: "stays as it is: its original in the backup is damaged",
};

/** The planned change of one file by a revert or an eject. */
export interface RevertAction {
  /** `restore`: write the original. `remove`: there was no file. `keep`: leave the file, and forget it. */
  readonly kind: "restore" | "remove" | "keep";
  readonly path: string;
  /** Ids of the tools that the file is for. */
  readonly targets: readonly string[];
  /** Whether the file was edited since the last export. Its text is then stored in the backup. */
  readonly isEdited: boolean;
  /** For an ejected file with several rules, whether to remove the lines that name the rules. Default false. */
  readonly removesMarkers?: boolean;
  /** For `restore`, the text to write. Default: the original in the backup. */
  readonly text?: string;
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
  readonly ledger: Ledger;
  /** The number of lines of the journal that cannot be read. */
  readonly damaged: number;
}

export interface RevertOptions {
  /** The tools to revert or eject: dialect ids or aliases. Default: all. */
  readonly to?: readonly string[];
}

/**
 * Plans to restore what stood in the project before Precept changed it: files of tools that exports overwrote, created
 * or deleted, and the native rules that imports created. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export function planRevert(dir: string, options: RevertOptions = {}): RevertPlan {
  const state = readProject(dir, options);
  const { root, before, tools, affected, referenced, journal } = state;
  const originals = new Map([...journal.originals].filter(([path]) => isRestorablePath(path)));
  const toolPaths = new Set(affected.map(([path]) => path));
  const nativePaths: string[] = [];
  for (const [path, { targets, by, kind }] of originals) {
    if (isNativePath(path)) {
      const owners = [path, ...listNativeOwners(path)];
      const isReferenced = owners.some((owner) => referenced.has(`project:${owner}`));
      if (by === "import" && kind === "missing" && !isReferenced) nativePaths.push(path);
    } else if (!before.has(path) && (tools === undefined || targets.some((target) => tools.includes(target))))
      toolPaths.add(path);
  }
  const actions = [
    ...Array.from(toolPaths, (path) => planPath(root, path, originals.get(path), before.get(path))),
    ...nativePaths.map((path) => planPath(root, path, originals.get(path), undefined)),
  ];
  return toPlan("revert", state, actions, originals);
}

/**
 * Plans to leave the exported files as ordinary files: Precept forgets them. Native rules without other exported files
 * are moved to the backup, so that no text is there twice. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export function planEject(dir: string, options: RevertOptions = {}): RevertPlan {
  const state = readProject(dir, options);
  const { root, affected, referenced, journal } = state;
  const forgotten = affected.flatMap(([, { rules }]) => rules.filter((rule) => !referenced.has(rule)));
  // The id of a native rule is its path in the project, after the scope.
  const natives = new Set(forgotten.map((id) => id.slice(id.indexOf(":") + 1)));
  const actions = [
    ...affected.map(([path, { targets, sections, link }]): RevertAction => {
      const removesMarkers = sections !== undefined && link === undefined;
      return { kind: "keep", path, targets, isEdited: false, ...(removesMarkers && { removesMarkers }) };
    }),
    ...[...natives]
      .flatMap((path) =>
        isNativePath(path) && readState(root, path).kind === "file" ? [path, ...listSkillFiles(root, path)] : [],
      )
      .map((path): RevertAction => ({ kind: "remove", path, targets: [], isEdited: false })),
  ];
  return toPlan("eject", state, actions, journal.originals);
}

/** Lists the files that a native skill has besides its rule. */
function listSkillFiles(root: Root, path: string): readonly string[] {
  const dir = nativeFolderOf(path);
  return dir === undefined ? [] : new SkillFolders(root).read(dir).files.map((file) => `${dir}/${file.path}`);
}

type ProjectState = ReturnType<typeof readProject>;

/** Sorts the entries of the ledger: `affected` are for no other tools, `shared` are for other tools too. */
function readProject(dir: string, { to }: RevertOptions) {
  const root = openRoot(dir);
  const before = requireLedger(dir);
  const tools = to === undefined ? undefined : dialectsNamed(to).map(({ id }) => id as string);
  const ledger = new Map<string, LedgerEntry>();
  const affected: [string, LedgerEntry][] = [];
  const shared: [string, LedgerEntry][] = [];
  for (const [path, entry] of before) {
    const targets = tools === undefined ? [] : entry.targets.filter((target) => !tools.includes(target));
    if (targets.length > 0) ledger.set(path, { ...entry, targets });
    if (targets.length === 0) affected.push([path, entry]);
    else if (targets.length < entry.targets.length) shared.push([path, entry]);
  }
  const referenced = new Set([...ledger.values()].flatMap(({ rules }) => rules));
  return { root, journal: readJournal(root), before, ledger, tools, affected, shared, referenced };
}

function toPlan(
  by: RevertPlan["by"],
  { root, journal, before, ledger, shared }: ProjectState,
  actions: readonly RevertAction[],
  originals: RevertPlan["originals"],
): RevertPlan {
  const all = [
    ...shared.map(([path, { targets }]) => stay(path, targets, "shared")),
    ...actions,
    ...planGitignore(root, ledger, journal.originals),
  ];
  const inOrder = all.toSorted((left, right) => compareText(left.path, right.path));
  return { by, actions: inOrder, originals, before, ledger, damaged: journal.damaged };
}

/** Removes the exported files that are no longer in the ledger from `.gitignore`. Lines of the user stay. */
function planGitignore(root: Root, ledger: Ledger, originals: RevertPlan["originals"]): readonly RevertAction[] {
  const state = readState(root, gitignorePath);
  const before = state.kind === "file" ? state.bytes.toString("utf8") : "";
  const text = updateGitignore(before, ledger);
  if (text === undefined || text === before) return [];
  const shared = { path: gitignorePath, targets: [], isEdited: false };
  const isCreated = originals.get(gitignorePath)?.kind === "missing";
  return [text === "" && isCreated ? { kind: "remove", ...shared } : { kind: "restore", ...shared, text }];
}

function planPath(root: Root, path: string, original: JournalEntry | undefined, entry: LedgerEntry | undefined): RevertAction {
  const targets = entry?.targets ?? original?.targets ?? [];
  if (original === undefined) {
    // Precept did not create a file that was imported, or a link.
    const isHandwritten = entry?.head !== undefined || entry?.link !== undefined;
    return stay(path, targets, isHandwritten ? "never changed" : "no original");
  }
  const state = readState(root, path);
  if (state.kind === "other") return stay(path, targets, "unusable");
  const isEdited = state.kind !== "missing" && !isNativePath(path) && !isKnown(state, original, entry);
  if (original.kind === "missing") {
    const rest = isEdited && state.kind === "file" ? restoreValues(path, state.bytes.toString("utf8"), entry, "") : undefined;
    return rest === undefined
      ? { kind: "remove", path, targets, isEdited }
      : { kind: "restore", path, targets, isEdited, text: rest };
  }
  const bytes = readObject(root, original.sha256 ?? "");
  if (bytes === undefined) return stay(path, targets, "damaged");
  // In a file that other programs edited since, only the values of Precept change.
  const text =
    isEdited && state.kind === "file"
      ? restoreValues(path, state.bytes.toString("utf8"), entry, bytes.toString("utf8"))
      : undefined;
  return { kind: "restore", path, targets, isEdited, ...(text !== undefined && { text }) };
}

function isKnown(
  state: Extract<FileState, { kind: "file" | "link" }>,
  original: JournalEntry,
  entry: LedgerEntry | undefined,
): boolean {
  if (entry !== undefined && isUnchangedState(state, entry)) return true;
  return original.kind === "file" && sha256(toStored(state)?.bytes ?? "") === original.sha256;
}

function stay(path: string, targets: readonly string[], reason: StayReason): RevertAction {
  return { kind: "keep", path, targets, isEdited: false, reason };
}

/** Whether a path is one of rules. Nothing else is restored or removed: a clone can contain any journal. */
function isRestorablePath(path: string): boolean {
  const segments = path.split("/");
  if (path.startsWith("/") || path.includes("\\") || segments.some((segment) => ["", ".", ".."].includes(segment))) return false;
  if (listNativeOwners(path).length > 0 || isItemFile(path)) return true;
  return ruleLocations.some(({ dir, files, personal }) => {
    if (personal === true) return false;
    if (files === undefined) return dir !== "" && `/${path}`.includes(`/${dir}/`);
    return files.some((file) => `/${path}`.endsWith(dir === "" ? `/${file}` : `/${dir}/${file}`));
  });
}

function isNativePath(path: string): boolean {
  return `/${path}`.includes("/.precept/rules/") || listNativeOwners(path).length > 0 || isNativeItemFile(path);
}
