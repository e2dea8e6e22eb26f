import {
  formatNumber,
  type BudgetOptions,
  type Diagnostic,
  type Rule,
  type ProgressListener,
  type TokenCounter,
  extendTagCategories,
  tagCategories,
  type TagCategories,
} from "@precept/core";
import { findConflicts, activeRules } from "../conflicts/find-conflicts.ts";
import { checkBudget } from "./check-budget.ts";
import { report } from "../check-catalogue.ts";
import { checkSkillFiles, type HasSkillFile } from "./check-skill-files.ts";
import { checkTags } from "./check-tags.ts";
import { findUnmatchedGlobs, type UnmatchedGlob } from "../globs/find-unmatched-globs.ts";
import { locateGlob } from "../source/locate-in-source.ts";
import { reportConflict } from "../conflicts/report-conflict.ts";
import { type TextOf, SourceText } from "../source/source-text.ts";

/** The context of a check of rules. */
export interface RuleCheckOptions {
  /** Returns the text of a rule's file. */
  readonly textOf: TextOf;
  /** All files of the project, relative to it, with `/` between segments. Absent: globs are not compared with files. */
  readonly files?: readonly string[] | undefined;
  readonly budget?: BudgetOptions | undefined;
  readonly tokens?: TokenCounter | undefined;
  /** Dimensions and values of tags in addition to `tagCategories`. Default: none. */
  readonly tagCategories?: TagCategories | undefined;
  /** Absent: the paths in the texts of skills are not checked. */
  readonly hasSkillFile?: HasSkillFile | undefined;
  /** Receives the number of rules compared. */
  readonly onProgress?: ProgressListener | undefined;
}

/** Checks rules for conflicts, unmatched patterns and tags, and against the budget. See also {@link checkText}. */
export function checkRules(rules: readonly Rule[], options: RuleCheckOptions): readonly Diagnostic[] {
  const { textOf, files, budget, tokens, tagCategories: more = {}, hasSkillFile, onProgress } = options;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const active = activeRules(rules);
  return [
    ...findConflicts(rules, { onProgress }).map((conflict) => reportConflict(conflict, byId, textOf)),
    ...(files === undefined ? [] : findUnmatchedGlobs(active, files).map((unmatched) => reportGlob(unmatched, textOf))),
    ...(hasSkillFile === undefined ? [] : checkSkillFiles(rules, hasSkillFile, textOf)),
    ...checkTags(rules, extendTagCategories(tagCategories, more), textOf),
    ...checkBudget(active, budget, tokens),
  ];
}

function reportGlob({ rule, glob, isUnreachable, suggestion }: UnmatchedGlob, textOf: TextOf): Diagnostic {
  const what = `No file of the project matches "${glob}"`;
  const only =
    rule.globs.length === 1 ? ", so the rule never applies." : ", nor any other pattern of the rule, so it never applies.";
  const message = isUnreachable ? what + only : `${what}.`;
  const code = isUnreachable ? "glob/unreachable" : "glob/unmatched";
  const source = new SourceText(textOf(rule) ?? "", rule.origin.path);
  return report(code, locateGlob(source, glob), suggestion === undefined ? message : `${message} ${suggestion}`);
}

/** Reports that a project has too many files to list. For callers that therefore omit the option `files`. */
export function reportFilesNotListed(maxFiles: number): Diagnostic {
  return report(
    "check/files-not-listed",
    {},
    `More than ${formatNumber(maxFiles)} files or directories: globs were not compared with them.`,
  );
}
