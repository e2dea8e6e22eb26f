import type { RuleCodec } from "@precept/core";
import type { DialectId } from "../tools.ts";

/** What a tool reads from a project, in its order: its own files and other tools' files. */
export interface ToolReads {
  readonly tool: DialectId;
  readonly groups: readonly ReadGroup[];
  /** Whether the tool reads a file and links to it once. */
  readonly readsLinksOnce: boolean;
  /** What else the tool reads, or how, depending on more than paths: complete sentences for the reference page. */
  readonly remarks: readonly string[];
}

/** Locations that a tool reads together, or of which it reads the first. */
export interface ReadGroup {
  /**
   * Which of the locations the tool reads. `all`: every one. `firstInProject`: in the root directory, the first of the
   * files that exists. `firstInDirectory`: the same in each directory.
   */
  readonly pick: "all" | "firstInProject" | "firstInDirectory";
  readonly locations: readonly [ReadLocation, ...ReadLocation[]];
  /** URL of the documentation or of the source code that says so. */
  readonly source: string;
}

/** A directory with rule files, or a set of single files, that a tool reads in a project. */
export interface ReadLocation {
  /** Relative to the directory that its rules apply to; empty for that directory itself. */
  readonly dir: string;
  /** File names in the order of reading. Default: all files in the directory and below that the codec accepts. */
  readonly files?: readonly string[];
  /** Parses the files as the tool does: as plain text, if the tool reads another tool's files as such. */
  readonly codec: RuleCodec;
  /**
   * Whether the tool reads the location in subdirectories of the project too. `towardsWorkingDirectory`: only in those
   * between the root of the project and the directory that the tool runs in. Default false.
   */
  readonly nested?: boolean | "towardsWorkingDirectory";
  /** Whether files of subdirectories apply to the whole project, and not only to their subdirectory. Default false. */
  readonly everywhere?: boolean;
  /** A path in the project without which the tool ignores the location. */
  readonly requires?: string;
  /** Paths in the project. The tool ignores the location if one of them exists. Default: none. */
  readonly unless?: readonly string[];
  /** The products of the tool that read the location, if not all of them do, as in "VS Code". */
  readonly onlyIn?: string;
  /** Whether a personal file or a setting of the user can keep the tool from reading the location. Default false. */
  readonly canBeHidden?: boolean;
  /** The setting of the tool that has to be on, if the tool does not read the location by default. */
  readonly setting?: string;
}
