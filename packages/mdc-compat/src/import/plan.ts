import type { Rule } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import { isUnchanged, type ExportAction, type ExistingFile } from "../export/plan.ts";
import type { Ledger, LedgerEntry } from "../export/ledger.ts";
import type { ReadReference } from "../references/included-text.ts";
import { planEditedFile } from "./edited-files.ts";
import { planContentEdits } from "./content-edits.ts";
import { readJoinedFile, updateJoinedEntry, type JoinedFile } from "./joined-file.ts";
import { planNewRules } from "./new-rules.ts";
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
  /** Returns the texts of the files that rules refer to. Default: references stay as they are. */
  readonly readReference?: ReadReference;
}

/** A source file that is not imported. */
export interface SkippedSource {
  readonly path: string;
  /**
   * `known`: the file was exported or imported before and has not changed. `joined`: the file contains several rules, so its edits cannot be assigned
   * to one of them. `both changed`: the file and its native rule were both edited.
   */
  readonly reason: "known" | "joined" | "both changed";
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
  readonly ledger: Ledger;
}

/** The changes for one source file. */
export interface PlannedSource {
  readonly action: ImportAction;
  readonly entry: LedgerEntry;
}

/** Plans an import: creates native rules from rule files of other tools, and merges edits of exported files into their rules. */
export function planImport(sources: readonly SourceFile[], options: PlanImportOptions): ImportPlan {
  const { hash } = options;
  const isNew = (source: SourceFile): boolean => {
    const entry = options.ledger.get(getSourcePath(source));
    return entry === undefined || entry.link !== undefined || source.link !== undefined;
  };
  const known = sources.filter((source) => !isNew(source));
  const joined = known.flatMap((source) => readEditedJoined(source, options) ?? []);
  const parts = joined.flatMap((file) => file.added.map((part) => part.source));
  const added = planNewRules([...sources.filter(isNew), ...parts], [...sources, ...parts], options);
  const ledger = new Map([...options.ledger, ...added.entries]);
  const targetsOf = (path: string): readonly string[] => options.ledger.get(path)?.targets ?? [];
  const contents = planContentEdits(
    joined.flatMap(({ edits }) => edits),
    targetsOf,
    options,
  );
  for (const file of joined) {
    const ids = file.added.map((part) => added.entries.get(getSourcePath(part.source))?.rules[0]);
    for (const part of file.added) ledger.delete(getSourcePath(part.source));
    ledger.set(file.path, updateJoinedEntry(file, contents.taken, ids, hash));
  }
  const isPart = new Map(joined.flatMap(({ path, added: all }) => all.map((part) => [getSourcePath(part.source), path])));
  const actions: ImportAction[] = [...added.actions, ...contents.actions].map((action) => ({
    ...action,
    sources: [...new Set(action.sources.map((path) => isPart.get(path) ?? path))],
  }));
  const skipped: SkippedSource[] = added.known.map((path) => ({ path, reason: "known" }));
  const isJoined = new Set(joined.map(({ path }) => path));
  for (const source of known) {
    const path = getSourcePath(source);
    if (isJoined.has(path)) continue;
    const planned = planSource(source, path, ledger.get(path), options);
    if (typeof planned === "string") skipped.push({ path, reason: planned });
    else if (isContradicted(planned.action, actions)) skipped.push({ path, reason: "both changed" });
    else {
      actions.push(planned.action);
      ledger.set(path, planned.entry);
    }
  }
  return {
    actions,
    skipped,
    conflicts: contents.conflicts,
    similar: added.similar,
    passedOver: added.passedOver,
    ledger,
  };
}

/** Whether another action gives the same rule another text. */
function isContradicted({ path, after }: ImportAction, actions: readonly ImportAction[]): boolean {
  return actions.some((other) => other.path === path && other.after !== after);
}

function readEditedJoined(source: SourceFile, options: PlanImportOptions): JoinedFile | undefined {
  const path = getSourcePath(source);
  const entry = options.ledger.get(path);
  if (entry === undefined || isUnchanged(source.file, entry, options.hash)) return undefined;
  return readJoinedFile(source, path, entry, options);
}

/** Plans the changes for one file of the ledger. Returns the reason if it is not imported. */
function planSource(
  source: SourceFile,
  path: string,
  entry: LedgerEntry | undefined,
  options: PlanImportOptions,
): PlannedSource | SkippedSource["reason"] {
  if (entry === undefined || isUnchanged(source.file, entry, options.hash)) return "known";
  return planEditedFile(source, path, entry, options);
}
