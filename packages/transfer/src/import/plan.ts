import type { ProgressListener, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { isUnchanged, type ExportAction, type ExistingFile } from "../plan/plan.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { renameRules } from "../ledger/rename-rules.ts";
import type { ReadReference } from "../references/included-text.ts";
import { finishWrite } from "./finish-write.ts";
import { readJoinedFile, updateJoinedEntry } from "./joined-file.ts";
import { JoinedParts } from "./joined-parts.ts";
import { planNewRules } from "./new-rules.ts";
import { planEdits } from "./plan-edits.ts";
import { getSourcePath } from "./source-name.ts";

/** A rule file of another tool, to be imported. */
export interface SourceFile {
  readonly dialect: Dialect;
  /** Id of the codec that parsed the file. */
  readonly format: string;
  /** The parsed rule. `origin.path` is the path of the file in the project. */
  readonly rule: Rule;
  /** Path relative to the rule directory of the tool. For files outside of such a directory, the file name. */
  readonly inRoot: string;
  readonly file: ExistingFile;
  /** For a path with symbolic links, the path of the file that it leads to, in the project. That file is a source too, or in the ledger. */
  readonly link?: string;
}

export interface PlanImportOptions {
  readonly ledger: Ledger;
  /** The existing native rules, by id. */
  readonly natives: ReadonlyMap<string, Rule>;
  /** Returns the existing file at a path in the project, or undefined if there is none. */
  readonly getExisting: (path: string) => ExistingFile | "unusable" | undefined;
  /** Returns the SHA-256 of a text in hexadecimal. */
  readonly hash: (text: string) => string;
  /** Whether files with nearly the same text become one rule with the lines of all of them. Default false: each becomes a rule of its own. */
  readonly merge?: boolean;
  /** Returns the text that a file had when it was last exported or imported, by its path and the SHA-256 of the ledger. Default: it is not known. */
  readonly getBase?: (path: string, sha256: string) => string | undefined;
  /** Receives the number of rules that are planned. */
  readonly onProgress?: ProgressListener | undefined;
  /** Returns the texts of the files that rules refer to. Default: references stay as they are. */
  readonly readReference?: ReadReference;
  /** The files whose edits win over other edits of their rules. Paths in the project. Default: none. */
  readonly take?: ReadonlySet<string>;
  /** Whether only edits of exported and imported files are taken over, and no new files. Default false. */
  readonly editsOnly?: boolean;
}

/** A source file that is not imported. */
export interface SkippedSource {
  readonly path: string;
  /**
   * `known`: the file was exported or imported before and has not changed. `joined`: the file contains several rules, so its edits cannot be assigned
   * to one of them. `not native`: the file was exported from a file that is no native rule, or only becomes one with this import.
   */
  readonly reason: "known" | "joined" | "not native";
}

/** The planned change of one native rule. */
export interface ImportAction extends ExportAction {
  /** The files that the rule or its change comes from, in the project. */
  readonly sources: readonly string[];
}

/** A field of a rule that was edited in different ways in several places since the last export. */
export interface EditConflict {
  /** Id of the native rule. */
  readonly rule: string;
  readonly field: string;
  /** The last exported value, as text. Absent if it is not known. */
  readonly base?: string;
  /** The different values, as text, and the files that have them. */
  readonly versions: readonly { readonly path: string; readonly text: string }[];
}

/** Files with nearly the same text, which become rules of their own unless they are merged. */
export interface SimilarSources {
  readonly paths: readonly string[];
  /** The part of their lines that they share, from 0 to 1. */
  readonly ratio: number;
  /** The difference between the first two, as a unified diff. */
  readonly difference: string;
}

/** A rule file that is not imported because of where it is. */
export interface PassedOverFile {
  readonly path: string;
  /** Why, as a phrase: `ignored by git`, `fixture or template`. */
  readonly reason: string;
}

/** The changes of an import, before they are applied. The source files are not changed; exports update them from then on. */
export interface ImportPlan {
  readonly actions: readonly ImportAction[];
  readonly skipped: readonly SkippedSource[];
  /** Edits of one rule that contradict each other. Nothing of these rules is written. */
  readonly conflicts: readonly EditConflict[];
  /** Files that say nearly the same. */
  readonly similar: readonly SimilarSources[];
  /** Rule files that are not imported because of where they are. */
  readonly passedOver: readonly PassedOverFile[];
  /** The files whose edits lost against a file that the user chose. The next export overwrites them. */
  readonly superseded: readonly string[];
  readonly ledger: Ledger;
}

/** Plans an import: creates native rules from rule files of other tools, and merges edits of exported files into their rules. */
export function planImport(sources: readonly SourceFile[], { ledger: found, ...others }: PlanImportOptions): ImportPlan {
  const options = { ...others, ledger: finishWrites(found, sources, others.hash) };
  const { natives, take = new Set(), editsOnly = false, hash } = options;
  const foreignRules = new Set(sources.map(({ rule }) => rule.id));
  const isNew = (source: SourceFile): boolean => {
    const path = getSourcePath(source);
    const entry = options.ledger.get(path);
    if (entry === undefined || entry.link !== undefined || source.link !== undefined) return true;
    // The rule was deleted, but the user wants the file.
    return take.has(path) && !entry.rules.some((id) => natives.has(id) || foreignRules.has(id));
  };
  const managed = sources.filter((source) => !isNew(source));
  const isEdited = (source: SourceFile): boolean => {
    const entry = options.ledger.get(getSourcePath(source));
    return entry !== undefined && !isUnchanged(source.file, entry, hash);
  };
  const edited = managed.filter(isEdited);
  const joined = edited.flatMap((source) => readJoinedFile(source, options) ?? []);
  const parts = new JoinedParts(joined);
  const files = editsOnly ? [] : sources.filter(isNew);
  const added = planNewRules([...files, ...parts.sources], [...sources, ...parts.sources], options);
  const joinedPaths = new Set(joined.map(({ path }) => path));
  const single = edited.filter((source) => !joinedPaths.has(getSourcePath(source)));
  const isNative = (source: SourceFile): boolean => {
    const { rules = [] } = options.ledger.get(getSourcePath(source)) ?? {};
    return !rules.some((id) => foreignRules.has(id) && !natives.has(id));
  };
  const edits = planEdits(single.filter(isNative), joined, options);
  const notNative = single.filter((source) => !isNative(source)).map(getSourcePath);
  const known = [...added.known, ...managed.filter((source) => !isEdited(source)).map(getSourcePath)];
  const ledger = new Map([...options.ledger, ...parts.withoutParts(added.entries), ...edits.entries]);
  for (const file of joined) {
    ledger.set(file.path, updateJoinedEntry(file, edits.taken, parts.rulesOf(file, added.entries), hash));
  }
  return {
    actions: [...added.actions, ...edits.actions].map((action) => parts.nameSources(action)),
    skipped: [
      ...known.map((path): SkippedSource => ({ path, reason: "known" })),
      ...notNative.map((path): SkippedSource => ({ path, reason: "not native" })),
      ...edits.skipped,
    ],
    conflicts: edits.conflicts,
    similar: added.similar,
    passedOver: added.passedOver,
    superseded: edits.superseded,
    ledger: renameRules(ledger, findNewIds(files, added.entries)),
  };
}

/** Returns the ledger with the sections of writes that were killed, for files that were edited after that. */
function finishWrites(ledger: Ledger, sources: readonly SourceFile[], hash: PlanImportOptions["hash"]): Ledger {
  const finished = sources.flatMap((source) => {
    const path = getSourcePath(source);
    const entry = ledger.get(path);
    const isEdited = entry?.nextSections !== undefined && !isUnchanged(source.file, entry, hash);
    return isEdited ? [[path, finishWrite(entry, source.file.text)] as const] : [];
  });
  return finished.length === 0 ? ledger : new Map([...ledger, ...finished]);
}

/** Returns the ids of the native rules that files of other tools become, by the ids of the rules that they were. */
function findNewIds(files: readonly SourceFile[], entries: Ledger): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((source) => {
      const native = entries.get(getSourcePath(source))?.rules[0];
      return native === undefined ? [] : [[source.rule.id, native] as const];
    }),
  );
}
