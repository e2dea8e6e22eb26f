import { type Diagnostic, type Rule, type TagCategories, nearestNames } from "@precept/core";
import { report } from "../check-catalogue.ts";
import { locateItem } from "../source/locate-in-source.ts";
import { type TextOf, SourceText } from "../source/source-text.ts";

/** Checks tags against a vocabulary: unknown values of known dimensions, and misspelled dimensions. */
export function checkTags(rules: readonly Rule[], categories: TagCategories, textOf: TextOf): readonly Diagnostic[] {
  return rules.flatMap((rule) => {
    const found = rule.tags.flatMap((tag) => findProblem(tag, categories) ?? []);
    if (found.length === 0) return [];
    const source = new SourceText(textOf(rule) ?? "", rule.origin.path);
    return found.map(({ code, tag, problem, hint }) =>
      report(code, locateItem(source, ["tags"], [tag]), `The rule "${rule.name}" has the tag "${tag}", but ${problem}.`, hint),
    );
  });
}

interface TagProblem {
  readonly code: "tag/unknown-value" | "tag/similar-dimension";
  readonly tag: string;
  readonly problem: string;
  readonly hint: string | undefined;
}

function findProblem(tag: string, categories: TagCategories): TagProblem | undefined {
  const [, dimension = "", value = ""] = /^([^:]+):(.*)$/s.exec(tag) ?? [];
  if (dimension === "") return undefined;
  const values = Object.hasOwn(categories, dimension) ? (categories[dimension] ?? []) : undefined;
  if (values === undefined) {
    const [near] = resembling(dimension, Object.keys(categories));
    if (near === undefined) return undefined;
    const problem = `"${dimension}" is not a known dimension`;
    return { code: "tag/similar-dimension", tag, problem, hint: `Did you mean "${near}:${value}"?` };
  }
  if (values.includes(value)) return undefined;
  const [near] = resembling(value, values);
  const hint = near === undefined ? undefined : `Did you mean "${dimension}:${near}"?`;
  return { code: "tag/unknown-value", tag, problem: `the known values of "${dimension}" are ${values.join(", ")}`, hint };
}

/** Similar names. A name that merely contains the word does not count: `main` is no misspelled `domain`. */
function resembling(word: string, names: readonly string[]): readonly string[] {
  const lower = word.toLowerCase();
  return nearestNames(word, names).filter((name) => !name.toLowerCase().includes(lower, 1));
}
