import { isSkillFile } from "@precept/mdc-compat";
import { copyFormat, isCopy, isUnchangedCopy } from "../ledger/copies.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { isSameEntry } from "../skill-files/file-entry.ts";
import { folderOf, nativeFolderOf, type FileEntry, type SkillFile, type SkillFolder } from "../skill-files/skill-folder.ts";
import type { EditConflict, ImportAction, ImportNote } from "./import-plan.ts";
import { getSourcePath, type SourceFile } from "./source-file.ts";

export interface SkillImportOptions {
  /** The ledger after the import of the rules. */
  readonly ledger: Ledger;
  /** Returns the files in the folder of a skill. */
  readonly readFolder: (dir: string) => SkillFolder;
  /** Returns what is at a path in the folder of a skill. */
  readonly presentAt: (path: string, folder: string) => FileEntry | "unusable" | undefined;
  /** The files whose edits win over other edits. Paths in the project. */
  readonly take: ReadonlySet<string>;
  /** Whether only edits of copied files are imported, and no new files. */
  readonly editsOnly: boolean;
}

export interface SkillImport {
  readonly actions: readonly ImportAction[];
  readonly conflicts: readonly EditConflict[];
  readonly notes: readonly ImportNote[];
  /** The edited files that lost against a chosen one. */
  readonly superseded: readonly string[];
  readonly ledger: Ledger;
}

/**
 * Plans the import of the files beside skills: new ones and edited ones are copied to the folder of the native rule. Of
 * files that differ, the first one is imported, and the others are reported.
 *
 * @param sources the files of the import. Skills that are no native rule after it are ignored.
 */
export function planSkillFiles(sources: readonly SourceFile[], options: SkillImportOptions): SkillImport {
  const plan = new SkillFilePlan(options);
  for (const source of sources) {
    const path = getSourcePath(source);
    const entry = options.ledger.get(path);
    const [rule, ...others] = entry?.rules ?? [];
    if (!isSkillFile(path) || source.link !== undefined || entry === undefined || rule === undefined || others.length > 0)
      continue;
    const native = rule.startsWith("project:") ? nativeFolderOf(rule.slice("project:".length)) : undefined;
    if (native !== undefined) plan.addFolder(options.readFolder(folderOf(path)), { native, rule, targets: entry.targets });
  }
  return plan.finish();
}

interface NativeSkill {
  /** The folder of the native rule. */
  readonly native: string;
  readonly rule: string;
  readonly targets: readonly string[];
}

class SkillFilePlan {
  readonly #options: SkillImportOptions;
  readonly #ledger: Map<string, LedgerEntry>;
  /** The files of the tools that belong to one native file, by its path. */
  readonly #found = new Map<string, FoundFile[]>();
  readonly #actions: ImportAction[] = [];
  readonly #conflicts: EditConflict[] = [];
  readonly #notes: ImportNote[] = [];
  readonly #superseded: string[] = [];

  constructor(options: SkillImportOptions) {
    this.#options = options;
    this.#ledger = new Map(options.ledger);
  }

  addFolder(folder: SkillFolder, skill: NativeSkill): void {
    for (const { path, reason } of folder.uncopied)
      this.#notes.push({ path, message: `The file is not copied with its skill: ${reason}.` });
    for (const file of folder.files) {
      const path = `${folder.dir}/${file.path}`;
      const at = `${skill.native}/${file.path}`;
      const entry = this.#options.ledger.get(path);
      if (entry === undefined ? this.#options.editsOnly : !isCopy(entry)) continue;
      this.#found.set(at, [...(this.#found.get(at) ?? []), { path, file, skill, entry }]);
    }
  }

  finish(): SkillImport {
    for (const [at, found] of this.#found) this.#decide(at, found);
    const [actions, conflicts, notes, superseded] = [this.#actions, this.#conflicts, this.#notes, this.#superseded];
    return { actions, conflicts, notes, superseded, ledger: this.#ledger };
  }

  /** Decides what a native file becomes: the only version that differs from the last export, or the chosen one. */
  #decide(at: string, found: readonly FoundFile[]): void {
    const [first] = found;
    if (first === undefined) return;
    const present = this.#options.presentAt(at, first.skill.native);
    const differing = found.filter(({ file }) => typeof present !== "object" || !isSameEntry(file, present));
    for (const one of found) if (!differing.includes(one)) this.#setEntry(one);
    const edited = differing.filter(({ file, entry }) => entry !== undefined && !isUnchangedCopy(file, entry));
    const added = differing.filter(({ entry }) => entry === undefined);
    const chosen = differing.find(({ path }) => this.#options.take.has(path));
    if (chosen !== undefined) return this.#take(at, present, chosen, [...edited, ...added]);
    const [edit, ...others] = edited;
    if (edit === undefined) return this.#addNew(at, present, added);
    const isOnly = others.every(({ file }) => isSameEntry(file, edit.file));
    // The native file must be as it was when the edited one was last written.
    const isFree = typeof present === "object" && edit.entry !== undefined && isUnchangedCopy(present, edit.entry);
    if (isOnly && isFree) return this.#take(at, present, edit, edited);
    const versions = edited.map(({ path, file }) => ({ path, text: describeFile(file) }));
    const native = isFree ? [] : [{ path: at, text: present === undefined ? "deleted\n" : describeFile(present) }];
    this.#conflicts.push({ rule: edit.skill.rule, file: at, field: "content", versions: [...native, ...versions] });
  }

  #addNew(at: string, present: FileEntry | "unusable" | undefined, added: readonly FoundFile[]): void {
    const [first] = added;
    if (first === undefined) return;
    if (present === undefined) this.#take(at, present, first, [first]);
    const imported = present === undefined ? first.file : undefined;
    for (const one of added) {
      if (imported !== undefined && isSameEntry(one.file, imported)) this.#setEntry(one);
      else {
        const message = `The file differs from ${at}, so it is not imported. \`precept import --take ${one.path}\` replaces that one.`;
        this.#notes.push({ path: one.path, message });
      }
    }
  }

  /** Copies one version to the native file. The other ones are overwritten by the next export. */
  #take(at: string, present: FileEntry | "unusable" | undefined, chosen: FoundFile, all: readonly FoundFile[]): void {
    const { path, file, skill } = chosen;
    const { mode, sha256, size } = file;
    const sources = all.filter((one) => isSameEntry(one.file, file)).map((one) => one.path);
    const copy = { from: path, mode, sha256, size };
    const shared = { path: at, targets: skill.targets, rules: [skill.rule], sources, copy };
    if (present === "unusable") {
      this.#actions.push({ kind: "blocked", ...shared, reason: "unusable" });
      return;
    }
    const before = present !== undefined && { beforeSha256: present.sha256, beforeMode: present.mode };
    this.#actions.push({ kind: present === undefined ? "create" : "update", ...shared, ...before });
    for (const one of all) {
      if (one.entry === undefined && !isSameEntry(one.file, file)) continue;
      this.#setEntry(one);
      if (!isSameEntry(one.file, file)) this.#superseded.push(one.path);
    }
  }

  #setEntry({ path, file: { mode, sha256 }, skill: { rule, targets }, entry }: FoundFile): void {
    // An empty head says that a user wrote the file.
    const head = entry === undefined ? { head: "" } : entry.head === undefined ? {} : { head: entry.head };
    this.#ledger.set(path, { targets: entry?.targets ?? targets, format: copyFormat, rules: [rule], sha256, ...head, mode });
  }
}

interface FoundFile {
  /** In the project. */
  readonly path: string;
  readonly file: SkillFile;
  readonly skill: NativeSkill;
  /** Absent for a file that was neither exported nor imported. */
  readonly entry: LedgerEntry | undefined;
}

/** Files are compared by their hashes, because they can be large or binary. */
function describeFile(entry: FileEntry | "unusable"): string {
  return entry === "unusable" ? "not a regular file\n" : `${entry.mode} ${entry.sha256} (${entry.size} bytes)\n`;
}
