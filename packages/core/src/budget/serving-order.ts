import type { RuleMatch } from "../model/resolution.ts";
import { scopeRank } from "../model/scope.ts";

/** A match, and what its text costs. */
interface Measured extends RuleMatch {
  readonly characters: number;
}

/**
 * The order in which the budget serves rules, which decides what is dropped and not how the prompt is arranged: absolute authority first,
 * then scope and priority, both descending, then the rule that says more precisely which files it is about, then the shorter one. What is
 * still equal keeps the order of the prompt.
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

/** A rule that names a file, and one that the request names, are more specific than any directory. */
const namesFile = 1_000_000;
const namedByRequest = namesFile + 1;

/**
 * How precisely a rule's reason names what the request is about: -1 if it applies everywhere, 0 for a glob, the number of leading directories
 * for a glob or a rule file inside directories, more for a file, and most for a rule that was requested by name.
 */
function specificityOf({ rule, reason }: RuleMatch): number {
  const base = directoriesIn(rule.origin.base ?? "");
  switch (reason.kind) {
    case "requested":
      return namedByRequest;
    case "fileMatch":
      return Math.max(...reason.patterns.map((pattern) => specificityOfGlob(pattern, base)));
    case "alwaysInside":
      return base;
    case "relevant":
      return 0;
    case "always":
    case "absolute":
      return -1;
  }
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
