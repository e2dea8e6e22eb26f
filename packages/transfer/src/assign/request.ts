import type { ProgressListener, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";
import type { DraftFile } from "../print/compose-file.ts";
import type { FileReport, RuleReading, RuleReport } from "../read-back/readings.ts";
import type { SkillFolder } from "../skill-files/skill-folder.ts";
import type { ReadReference } from "../references/included-text.ts";

export interface ExportRequest {
  /** The rules to export, in the order in which an agent reads them: see `selectExportableRules`. */
  readonly rules: readonly Rule[];
  readonly targets: readonly Dialect[];
  readonly ledger: Ledger;
  /** Whether to write rules that a target cannot express as the closest rule that it can express. */
  readonly lossy: boolean;
  /** Whether a directory of the project exists, and is no link. Default: every directory does. */
  readonly hasDirectory?: (directory: string) => boolean;
  /** Links in the project and the rule files that they lead to, by path. Default: the links of the ledger. */
  readonly links?: ReadonlyMap<string, string>;
  /**
   * Directories of skills that are the same directory as another one, with the path that is used for it, such as
   * `.claude/skills` as a link to `.agents/skills`. Default: none.
   */
  readonly linkedDirectories?: ReadonlyMap<string, string>;
  /** Returns the texts of files that rules refer to, for tools that do not include files. Default: references stay. */
  readonly readReference?: ReadReference;
  /** Whether the project has a file of the ledger after the export. Default: whether the ledger has the file now. */
  readonly isManaged?: (path: string) => boolean;
  /** Paths to which the export cannot write, so that no tool reads a rule there. Default: none. */
  readonly blocked?: ReadonlySet<string>;
  /** Returns the text of a file in the project; undefined if there is none. Default: the text of the last export. */
  readonly readFile?: (path: string) => string | undefined;
  /** The files beside the skills, by the id of the rule, without rules that have none. Default: no skill has any. */
  readonly folders?: ReadonlyMap<string, SkillFolder>;
  /** Whether there is anything at a path in the project. Default: nothing but what the export writes. */
  readonly hasFile?: (path: string) => boolean;
  /** Receives the number of rules that are assigned to files, once per rule and target. */
  readonly onProgress?: ProgressListener | undefined;
}

/** The files of an export, before they are compared with existing files. */
export interface ExportDraft {
  readonly files: readonly DraftFile[];
  /** Rules that are not written, because a target cannot express them. */
  readonly omitted: readonly RuleReport[];
  /** Rules that are written without some of their fields. */
  readonly reduced: readonly RuleReport[];
  /** Rules that are not written for a target, because it reads them in another file. */
  readonly alreadyRead: readonly RuleReading[];
  /** Rules that a target reads several times, because they were imported from several files or nothing avoids it. */
  readonly readTwice: readonly RuleReading[];
  /** Rules that a target also reads in the file of another tool, with another text or other conditions. */
  readonly readDifferently: readonly FileReport[];
  /** Files of other tools that become files of a native rule with the same text. */
  readonly adopted: readonly AdoptedFile[];
}

/** A file of another tool that becomes the file of a native rule with the same text, as after the ledger was lost. */
export interface AdoptedFile {
  readonly path: string;
  /** The id of the rule of the file. After the export, the rule no longer exists. */
  readonly copy: string;
  readonly rule: string;
}
