import type { Diagnostic } from "../model/diagnostic.ts";
import type { Rule, RuleDraft } from "../model/rule.ts";

/** A rule file to parse. */
export interface RuleFile {
  readonly text: string;
  /** Its path in its root, with `/` between segments. Some dialects take the rule's name from it. */
  readonly path: string;
  /** Its path for diagnostics: relative to the project, or absolute. */
  readonly file: string;
}

export interface ParsedFile {
  /** Absent if the file has no usable rule. A diagnostic of severity `error` then says why. */
  readonly draft?: RuleDraft;
  /** The dialect of the file, if the codec reads several. Default: the id of the codec. */
  readonly dialect?: string;
  /** What the file says about the exported rule in its store. Stores of files use only `createdAt`. Absent if it says nothing. */
  readonly record?: ExportedRecord;
  readonly diagnostics: readonly Diagnostic[];
}

/** The fields of an exported rule that its file does not determine. */
export interface ExportedRecord {
  readonly id?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

/** Something in a rule that a dialect cannot express. */
export interface FidelityNote {
  /** The field of the rule. */
  readonly field: keyof Rule;
  /** `lost`: only this is missing in the file. `meaning`: the rule would apply in other cases, so do not write it. */
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
  /** The name of its files for messages. */
  readonly title: string;
  /** The extensions of its files, in lowercase with the dot. New files get the first. */
  readonly extensions: readonly string[];
  /** Whether a file is a rule file, by its path in its directory. Default: every file with one of the extensions. */
  accepts?(path: string): boolean;
  /** Whether `@path` in a text imports that file, as it does in the tool. Default false. */
  readonly imports?: boolean;
  /** The maximum size of a file in bytes. Larger files are not read. */
  readonly maxBytes: number;
  /** Returns why a file that looks like a rule is not read, such as its extension; undefined for other files. */
  ignored?(path: string): string | undefined;
  /** Parses a file as the tool itself does. Does not throw on invalid input. */
  parse(file: RuleFile): ParsedFile;
  /**
   * Prints a rule.
   *
   * @param original the text of the file that the rule was parsed from. Unchanged parts keep their bytes: key order,
   *   unknown keys, comments, quotes and line breaks. An unchanged rule returns the original.
   */
  print(rule: Rule, original?: string): PrintedFile;
}

/** Whether a file is a rule file for a codec, by its path in the rule directory, with `/`. */
export function acceptsFile({ accepts, extensions }: Pick<RuleCodec, "accepts" | "extensions">, path: string): boolean {
  if (accepts !== undefined) return accepts(path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return extensions.some((extension) =>
    extension.startsWith(".")
      ? name.toLowerCase().endsWith(extension) && name.length > extension.length
      : name === extension && path !== name,
  );
}
