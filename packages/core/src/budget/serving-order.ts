import { maxOf } from "../model/lists.ts";
import { scopeRank } from "@precept/contract/values";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";

interface Measured extends RuleMatch {
  readonly characters: number;
}

/**
 * Sorts rules in the order in which the budget accepts them. It decides which rules are dropped, not their order in the
 * prompt: absolute authority first, then scope and priority, both descending, then the rule that applies to more
 * specific files, then the shorter one. Equal rules keep the order of the prompt.
 */
export function servingOrder<Match extends Measured>(matches: readonly Match[]): readonly Match[] {
  const ranked = matches.map((match) => ({ match, specificity: specificityOf(match) }));
  return ranked
    .toSorted(
      (left, right) =>
        Number(right.match.rule.authority === "absolute") - Number(left.match.rule.authority === "absolute") ||
        scopeRank(right.match.rule.scope) - scopeRank(left.match.rule.scope) ||
        right.match.rule.priority - left.match.rule.priority ||
        right.specificity - left.specificity ||
        left.match.characters - right.match.characters,
    )
    .map(({ match }) => match);
}

/** The specificity of a glob that names a file, which is higher than that of any directory. */
const namesFile = 1_000_000;
const namedByRequest = namesFile + 1;

/** Of globs that were evaluated before. A rule with one glob has the same reason in every request. */
const specificities = new WeakMap<RuleMatch["reason"], number>();

/** How specific a match is: -1 everywhere; for globs the number of leading directories; higher for a file or a name. */
function specificityOf({ rule, reason }: RuleMatch): number {
  switch (reason.kind) {
    case "requested":
      return namedByRequest;
    case "fileMatch": {
      const known = specificities.get(reason);
      if (known !== undefined) return known;
      const specificity = maxOf(reason.patterns.map((pattern) => specificityOfGlob(pattern, depthOf(rule))));
      specificities.set(reason, specificity);
      return specificity;
    }
    case "alwaysInside":
      return depthOf(rule);
    case "relevant":
      return 0;
    case "always":
    case "absolute":
      return -1;
  }
}

function depthOf({ origin }: Rule): number {
  return directoriesIn(origin.base ?? "");
}

function specificityOfGlob(glob: string, base: number): number {
  const pattern = glob.replace(/^(?:\.\/)?\/*/, "");
  if (!wildcard.test(pattern) && !pattern.endsWith("/")) return namesFile;
  const literal = pattern.split(wildcard)[0] ?? "";
  return base + directoriesIn(literal.slice(0, literal.lastIndexOf("/") + 1));
}

const wildcard = /[*?[{\\]/;

function directoriesIn(path: string): number {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".").length;
}
