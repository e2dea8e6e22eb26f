import type { FidelityNote, Rule } from "@precept/core";
import type { FormatSpec } from "@precept/mdc-compat";
import type { ReadReference } from "./included-text.ts";

/** The file that references are written to. */
export interface ReferenceTarget {
  readonly spec: FormatSpec;
  /** The path of the file in the project. Imports are relative to it. */
  readonly path: string;
  readonly readFile: ReadReference;
  /** Whether a file has rules of its own. An import of such a file stays as it is. Default: no file has. */
  readonly hasRules?: (path: string) => boolean;
}

/** A rule with its references in the syntax of a format. */
export interface WrittenReferences {
  /** The rule to print. If the format has imports, the words that it would take for imports by mistake are escaped. */
  readonly rule: Rule;
  readonly notes: readonly FidelityNote[];
}
