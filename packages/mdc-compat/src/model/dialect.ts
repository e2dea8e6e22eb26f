import type { RuleCodec } from "@precept/core";
import type { DialectId } from "../tools.ts";
import type { FormatSpec } from "./spec.ts";

/** Rule files that can be imported: of a tool, or of a program that writes the rule files of tools. */
export interface RuleSource {
  /** As on the command line. */
  readonly id: string;
  /** Display name of the tool or program. */
  readonly title: string;
  /** Other names on the command line. */
  readonly aliases: readonly string[];
  readonly formats: readonly [RuleFormat, ...RuleFormat[]];
  /** The files that an export writes. Absent if an export writes none. */
  readonly output?: DialectOutput;
}

/** A tool with its own rule files: the formats and locations that it reads, and the output of an export for it. */
export interface Dialect extends RuleSource {
  /** As on the command line, and in `targets`. */
  readonly id: DialectId;
  readonly output: DialectOutput;
  /** Absent if the tool cannot import the shared file of other tools, or reads it itself. */
  readonly importing?: ImportingFile;
}

/** A file of a tool that can import the file that other tools share, such as `CLAUDE.md` with `@AGENTS.md`. */
export interface ImportingFile {
  /** The tool reads it in every directory. */
  readonly file: string;
  readonly format: RuleFormat;
  /** The name of the shared file in the same directory. */
  readonly imported: string;
}

/** A rule file format of a tool. */
export interface RuleFormat {
  readonly spec: FormatSpec;
  readonly codec: RuleCodec;
  readonly locations: readonly [FormatLocation, ...FormatLocation[]];
}

/** The id of the user in the directory of a personal location, whose rules are only for that user. */
export const userPlaceholder = "{user}";

/** A directory with rule files, or a set of single files, that a tool reads. */
export interface FormatLocation {
  /**
   * The directory, relative to the directory that its rules apply to; empty for that directory itself. For personal
   * locations, relative to the home directory; {@link userPlaceholder} in it stands for the id of the user.
   */
  readonly dir: string;
  /** File names. Default: every file in the directory, and below it, that the codec accepts. */
  readonly files?: readonly string[];
  /** Whether the tool reads only the first of `files` that exists. Default false. */
  readonly firstOnly?: boolean;
  /** Whether the tool reads the location in subdirectories too, for rules about the subdirectory. Default false. */
  readonly nested?: boolean;
  /** A path in the project. The location is ignored if the path does not exist, because the tool is then not in use. */
  readonly requires?: string;
  /** Paths in the project. The tool ignores the location if one of them exists. Default: none. */
  readonly unless?: readonly string[];
  /** Whether the location is in the user's home directory and applies to all projects. Default false. */
  readonly personal?: boolean;
}

/** The files that an export writes for a dialect. */
export type DialectOutput =
  /** One file per rule. */
  | {
      readonly kind: "files";
      readonly spec: FormatSpec;
      readonly codec: RuleCodec;
      readonly dir: string;
      /** Whether rules of a subdirectory are written to `dir` in that subdirectory. */
      readonly nested: boolean;
      /** Returns the stem for tools that limit file names. The file declares it too. Default: `toSafeName`. */
      readonly getStem?: (name: string) => string;
      /** Returns the path of a rule file relative to `dir`. Default: `stem` and the first extension of the codec. */
      readonly getPath?: (rule: { readonly contexts: readonly string[] }, stem: string) => string;
    }
  /** One file for all rules. */
  | {
      readonly kind: "joined";
      readonly spec: FormatSpec;
      readonly codec: RuleCodec;
      readonly file: string;
      /** Whether rules of a subdirectory are written to a file in that subdirectory. */
      readonly nested: boolean;
    };
