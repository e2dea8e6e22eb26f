import type { Rule } from "@precept/core";
import type { SourceFile, SourceGroup } from "../source-file.ts";

/** A native rule that is planned from one or several files. */
export interface PlannedRule {
  readonly group: SourceGroup;
  /** The file that the rule is named after. */
  readonly lead: SourceFile;
  /** The path of the rule. */
  readonly path: string;
  readonly rule: Rule;
  /** Whether the text is merged from different texts, so that exports change the files. */
  readonly isMerged: boolean;
}
