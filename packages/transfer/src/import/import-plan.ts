import type { ProgressListener, Rule } from "@precept/core";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import type { ExistingFile, ExportAction } from "../plan/export-plan.ts";
import type { ReadReference } from "../references/included-text.ts";
import { getSourcePath, type SourceFile } from "./source-file.ts";

export interface PlanImportOptions {
  readonly ledger: Ledger;
  readonly natives: ReadonlyMap<string, Rule>;
  /** Returns the existing file at a path in the project, or undefined if there is none. */
  readonly getExisting: (path: string) => ExistingFile | "unusable" | undefined;
  /**
   * Whether files with nearly the same text become one rule. Lines that only the files of one tool have become an overlay,
   * a rule for this tool; other lines are merged. Default false: a rule each.
   */
  readonly merge?: boolean;
  /** Returns the last exported or imported text of a file by its SHA-256 in the ledger. Default: it is not known. */
  readonly getBase?: (sha256: string) => string | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** Returns the texts of the files that rules refer to. Default: references stay as they are. */
  readonly readReference?: ReadReference;
  /** The files whose edits win over other edits of their rules. Paths in the project. Default: none. */
  readonly take?: ReadonlySet<string>;
  /** Whether only edits of exported and imported files are imported, and no new files. Default false. */
  readonly editsOnly?: boolean;
}

/** A source file that is not imported. */
export interface SkippedSource {
  readonly path: string;
  /**
   * `known`: the file was exported or imported before and has not changed. `joined`: the file contains several rules,
   * so its edits cannot be assigned to one of them. `not native`: the file was exported from a file that is no native
   * rule, or only becomes one with this import.
   */
  readonly reason: "known" | "joined" | "not native";
}

/** Why a source file is not imported, as the rest of a sentence about it. */
export const skipReasons: Readonly<Record<SkippedSource["reason"], string>> = {
  known: "is already a rule",
  "not native": "was edited, but exported from a file that is imported first; run the command again",
  joined: "contains several rules, so the changed one is unknown; change the rules, then delete the file and export again",
};

/** The planned change of one native rule. */
export interface ImportAction extends ExportAction {
  /** The files that the rule or its change comes from, in the project. */
  readonly sources: readonly string[];
}

/** A field of a rule that was edited in different ways in several places since the last export. */
export interface EditConflict {
  readonly rule: string;
  /** The path of the file, if the conflict is about a file beside a skill. */
  readonly file?: string;
  readonly field: string;
  /** The last exported value, as text. Absent if it is not known. */
  readonly base?: string;
  /** The different values, as text, and the files that have them. */
  readonly versions: readonly { readonly path: string; readonly text: string }[];
}

/** Files with nearly the same text, which become a rule each unless they are merged. */
export interface SimilarSources {
  readonly paths: readonly string[];
  /** The part of their lines that they share, from 0 to 1. */
  readonly ratio: number;
  /** The difference between the first two, as a unified diff. */
  readonly difference: string;
}

/** A rule file that is not imported because of where it is. */
export interface ExcludedFile {
  readonly path: string;
  /** Why, as a phrase: `ignored by git`, `fixture or template`. */
  readonly reason: string;
}

/** Something that an import does not carry over. */
export interface ImportNote {
  /** A file or directory in the project. */
  readonly path: string;
  /** One or several sentences. */
  readonly message: string;
}

/** The changes of an import, before they are applied. Source files do not change; later exports update them. */
export interface ImportPlan {
  readonly actions: readonly ImportAction[];
  readonly skipped: readonly SkippedSource[];
  /** Edits of one rule that contradict each other. Nothing of these rules is written. */
  readonly conflicts: readonly EditConflict[];
  readonly similar: readonly SimilarSources[];
  /** Rule files that are not imported because of where they are. */
  readonly excluded: readonly ExcludedFile[];
  /** The files whose edits lost against a file that the user chose. The next export overwrites them. */
  readonly superseded: readonly string[];
  readonly ledger: Ledger;
}

export type ChangedEntries = readonly (readonly [path: string, entry: LedgerEntry])[];

export function planUpdate(
  native: Rule,
  { text, sha256 }: ExistingFile,
  after: string,
  sources: readonly SourceFile[],
): ImportAction {
  return {
    kind: after === text ? "unchanged" : "update",
    path: native.origin.path ?? "",
    rules: [native.id],
    after,
    before: text,
    beforeSha256: sha256,
    ...describeSources(sources),
  };
}

export function describeSources(sources: readonly SourceFile[]): Pick<ImportAction, "targets" | "sources"> {
  return {
    targets: [...new Set(sources.map(({ dialect }) => dialect.id))],
    sources: [...new Set(sources.map(getSourcePath))],
  };
}
