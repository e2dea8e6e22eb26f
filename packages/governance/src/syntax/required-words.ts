import type { SyntaxCondition, SyntaxRule } from "../model/policy.ts";
import { requiredLiterals } from "../prefilter/required-literals.ts";

/**
 * Returns words of which each match of a condition needs one in the code: of a pattern its longest word, and of `where`
 * the longest word of each alternative, since the parts of a resolved name are in different places.
 *
 * @returns undefined if no word is required.
 */
export function requiredWords({ patterns, has, inside, where }: SyntaxCondition): readonly string[] | undefined {
  const fromWhere = where.map(({ expression: { source, flags } }) => {
    const literals = flags.includes("i") ? undefined : requiredLiterals(source, flags);
    return allOrNone(literals?.map(longestWord));
  });
  const candidates = [wordsOf(patterns), ...fromWhere, ...[...has, ...inside].map((rule: SyntaxRule) => wordsOf(rule.patterns))];
  return candidates.find((words) => words !== undefined);
}

function wordsOf(patterns: readonly string[]): readonly string[] | undefined {
  return patterns.length === 0 ? undefined : allOrNone(patterns.map((pattern) => longestWord(pattern.replace(/\$+\w*/g, " "))));
}

function allOrNone(words: readonly (string | undefined)[] | undefined): readonly string[] | undefined {
  return words?.every((word) => word !== undefined) === true ? words : undefined;
}

/** Short words are in nearly every file. */
const minLength = 3;

function longestWord(text: string): string | undefined {
  const words = text.match(/\w+/g) ?? [];
  const longest = words.reduce((left, right) => (right.length > left.length ? right : left), "");
  return longest.length < minLength ? undefined : longest;
}
