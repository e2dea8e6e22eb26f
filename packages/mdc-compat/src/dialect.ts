import type { RuleCodec } from "@precept/core";
import type { FormatFacts } from "./format/facts.ts";

/** One tool: what it reads, where, and how rules are written for it. */
export interface Dialect {
  /** As on the command line, in `targets` and in `origin.dialect`. */
  readonly id: string;
  readonly title: string;
  /** Other names for it. */
  readonly aliases: readonly string[];
  /** The kinds of files that are its own. */
  readonly formats: readonly RuleFormat[];
  /** The ids of dialects whose files it reads as well. */
  readonly alsoReads: readonly string[];
  readonly output: Output;
}

/** One kind of rule file, and where it lies. */
export interface RuleFormat {
  readonly facts: FormatFacts;
  readonly codec: RuleCodec;
  readonly places: readonly FormatPlace[];
}

/** A directory, or single files, that a tool reads. */
export interface FormatPlace {
  /** Relative to the directory that its rules govern, empty for that directory itself; for personal places, to the person's home. */
  readonly dir: string;
  /** The names of the files, where it is only these. Default: every file of the codec in the directory and below. */
  readonly files?: readonly string[];
  /** Whether only the first of the files that are there is read. Default false. */
  readonly firstOnly?: boolean;
  /** Whether the tool also looks into the directories below the project, whose rules then govern only those. Default false. */
  readonly nested?: boolean;
  /** A path in the project without which the tool is not in use, and the place is not looked at. */
  readonly requires?: string;
  /** Paths in the project of which none may be there for the tool to look at the place. Default none. */
  readonly unless?: readonly string[];
  /** Whether it lies in the person's home and holds for all projects. Default false. */
  readonly personal?: boolean;
}

/** Where and how an export writes. */
export type Output =
  /** One file for each rule. */
  | {
      readonly kind: "files";
      readonly facts: FormatFacts;
      readonly codec: RuleCodec;
      readonly dir: string;
      /** Whether rules of a directory below the project may lie in that directory. */
      readonly nested: boolean;
      /** Where a rule lies in the directory. Default: `stem` and the codec's first ending. */
      readonly pathOf?: (rule: { readonly contexts: readonly string[] }, stem: string) => string;
    }
  /** All rules in one file; those of a directory below the project in a file there, where the tool looks for one. */
  | {
      readonly kind: "joined";
      readonly facts: FormatFacts;
      readonly codec: RuleCodec;
      readonly file: string;
      readonly nested: boolean;
    };
