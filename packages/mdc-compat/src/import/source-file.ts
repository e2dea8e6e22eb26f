import type { Rule } from "@precept/core";
import type { ExistingFile } from "../export/plan.ts";
import type { Dialect } from "../model/dialect.ts";

/** A rule file of another tool, to be imported. */
export interface SourceFile {
  readonly dialect: Dialect;
  /** Id of the codec that parsed the file. */
  readonly format: string;
  /** For a path with symbolic links, the path of the file that it leads to, in the project. */
  readonly link?: string;
  /** The parsed rule. `origin.path` is the path of the file in the project. */
  readonly rule: Rule;
  /** Path relative to the rule directory of the tool. For files outside of such a directory, the file name. */
  readonly inRoot: string;
  readonly file: ExistingFile;
}

/** Returns the path of a source file in the project. */
export function getSourcePath({ rule, inRoot }: SourceFile): string {
  return rule.origin.path ?? inRoot;
}
