import type { ProgressListener } from "@precept/core";
import type { ExportDraft } from "../assign/request.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LimitReport } from "../read-back/file-limits.ts";
import type { FileCopy, FileEntry, FileMode, SkillFolder } from "../skill-files/skill-folder.ts";

/** The content of a file in the project. */
export interface ExistingFile {
  readonly text: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Why a file is not written or deleted. */
export type BlockReason =
  /** The file exists, and Precept neither wrote nor imported it. */
  | "foreign"
  /** The file was changed since Precept last wrote it. */
  | "changed"
  /** The path is a link or a directory, is outside the project, or is not a text file. */
  | "unusable"
  /** The file would be longer than the tools that it is for read. */
  | "tooLong"
  /** The file would let a tool start programs, and the user did not agree. */
  | "programs"
  /** The file has keys of other programs and cannot be read, so that nothing in it can be changed alone. */
  | "unreadable";

/** The planned change of one file. */
export interface ExportAction {
  readonly kind: "create" | "update" | "unchanged" | "delete" | "blocked";
  readonly path: string;
  readonly targets: readonly string[];
  readonly rules: readonly string[];
  /** The new content. Absent if the file is to be deleted. */
  readonly after?: string;
  /** The current content. Absent if the file does not exist or cannot be read. */
  readonly before?: string;
  readonly beforeSha256?: string;
  /** For a file beside a skill: what is copied, in place of texts. For a deletion, what is deleted. */
  readonly copy?: FileCopy;
  /** The kind of the current file, for a file beside a skill. */
  readonly beforeMode?: FileMode;
  readonly reason?: BlockReason;
  /** What the file lets a tool start, or do without asking, that it did not before. */
  readonly programs?: readonly string[];
}

/** The changes of an export, before they are applied. */
export interface ExportPlan extends Omit<ExportDraft, "files" | "adopted"> {
  /** Sorted by path. */
  readonly actions: readonly ExportAction[];
  readonly limits: readonly LimitReport[];
  /** The ledger to store after all actions are applied. */
  readonly ledger: Ledger;
}

export interface PlanExportOptions {
  /** Returns the existing file at a path in the project, or undefined if there is none. */
  readonly getExisting: (path: string) => ExistingFile | "unusable" | undefined;
  readonly ledger: Ledger;
  /** Ids of the targets of the export. Files of other targets are not deleted. */
  readonly targets: readonly string[];
  /** The paths of files that are overwritten or deleted although they were written or edited by hand. Default: none. */
  readonly force?: ReadonlySet<string>;
  /** Whether to write files that are longer than their tools read. Default false. */
  readonly overLimit?: boolean;
  /** The files beside the skills. Default: skills have no other files, and no copies are planned. */
  readonly copies?: CopySources;
  /** The planned files with items, such as commands and MCP servers. Default: those of the ledger stay. */
  readonly items?: PlannedItems;
  readonly onProgress?: ProgressListener | undefined;
}

/** The part of an export that is about items in place of rules. */
interface PlannedItems {
  readonly actions: readonly ExportAction[];
  /** The entries of the ledger for all files with items, after the export. */
  readonly entries: Ledger;
}

/** Reads what the copies of an export are compared with. */
export interface CopySources {
  /** Returns the files of a rule. Undefined for a rule that has none. */
  readonly folderOf: (ruleId: string) => SkillFolder | undefined;
  /** Returns what is at a path in the folder of a skill. */
  readonly presentAt: (path: string, folder: string) => FileEntry | "unusable" | undefined;
  /** Whether two directories are the same one, for example through a link. */
  readonly isSameDirectory: (left: string, right: string) => boolean;
}
