import { findRelativePaths, type Diagnostic, type Rule } from "@precept/core";
import { report } from "../check-catalogue.ts";
import { locateInRule } from "../source/locate-in-source.ts";
import { SourceText, type TextOf } from "../source/source-text.ts";

/** Whether a skill has a file. @returns undefined if the rule is not a skill, so that its paths are not checked. */
export type HasSkillFile = (rule: Rule, path: string) => boolean | undefined;

/** Reports the files that the text of a skill refers to and that do not exist. */
export function checkSkillFiles(rules: readonly Rule[], hasFile: HasSkillFile, textOf: TextOf): readonly Diagnostic[] {
  return rules.flatMap((rule) => {
    const missing = findRelativePaths(rule.content).filter(({ path }) => hasFile(rule, path) === false);
    if (missing.length === 0) return [];
    const source = new SourceText(textOf(rule) ?? "", rule.origin.path);
    return missing.map(({ path, start, end }) => {
      const location = locateInRule(source, rule, { start, end, quote: rule.content.slice(start, end) });
      return report("skill/missing-file", location, `The skill "${rule.name}" refers to ${path}, which does not exist.`);
    });
  });
}
