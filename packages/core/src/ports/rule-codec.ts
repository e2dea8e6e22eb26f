import type { Diagnostic } from "../model/diagnostic.ts";
import type { Rule, RuleDraft } from "../model/rule.ts";

/** A rule file to read. */
export interface RuleFile {
  readonly text: string;
  /** Its path in its root, with `/` between segments: where a dialect takes the rule's name from. */
  readonly path: string;
  /** What people call it, for diagnostics: its path in the project, or an absolute one. */
  readonly file: string;
}

export interface ParsedFile {
  /** Absent where the file holds no usable rule; a diagnostic of severity `error` says why. */
  readonly draft?: RuleDraft;
  /** The dialect the file turned out to be written in, where the codec reads several. Default: the codec's id. */
  readonly dialect?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Something that a rule says and the dialect cannot. */
export interface FidelityNote {
  /** The field of the rule. */
  readonly field: keyof Rule;
  /** `lost`: the file lacks it and otherwise holds. `meaning`: the rule would apply to something else, so it should not be written. */
  readonly kind: "lost" | "meaning";
  readonly message: string;
}

export interface PrintedFile {
  readonly text: string;
  readonly notes: readonly FidelityNote[];
}

/** Parses and prints one dialect. Pure: the same input always gives the same output. */
export interface RuleCodec {
  /** The dialect (`cursor`, `precept`, …). */
  readonly id: string;
  /** What its files are called in running text. */
  readonly title: string;
  /** The endings of its files, each with its dot, in lower case; a new file gets the first. */
  readonly extensions: readonly string[];
  /** Whether a file is one of its rules, by its path in its directory. Default: every file with one of the endings. */
  accepts?(path: string): boolean;
  /** Whether `@path` in a text brings in that file, as it does in the tool. Default false. */
  readonly imports?: boolean;
  /** A file larger than this is not read, in bytes. */
  readonly maxBytes: number;
  /** Whether a file of another ending in one of its directories was surely meant as a rule; says why it is not read. */
  ignored?(path: string): string | undefined;
  /** Reads a file as the tool itself would. Never throws on bad input. */
  parse(file: RuleFile): ParsedFile;
  /**
   * Writes a rule.
   *
   * @param original the text of the file the rule was read from. What the rule did not change keeps its bytes: key order, unknown keys,
   *   comments, quotes and line breaks; an unchanged rule gives the original back.
   */
  print(rule: Rule, original?: string): PrintedFile;
}
