import type { RuleMatch, SkippedRule } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";

interface MatchWithText extends RuleMatch {
  readonly content: string;
}

export interface CopiesOutcome<Match> {
  readonly remaining: readonly Match[];
  readonly duplicates: readonly SkippedRule[];
}

/**
 * Step 2b of resolving: of rules with the same text, keeps one, if a file of another tool is among them. A project
 * often repeats one text for several tools, in `CLAUDE.md`, `AGENTS.md` and `.cursor/rules`. Line ends and white space
 * at the ends do not count. Native rules are never merged with each other: `check` reports them. Keeps a rule of
 * absolute authority, else a native rule, else the first.
 */
export function mergeCopies<Match extends MatchWithText>(matches: readonly Match[]): CopiesOutcome<Match> {
  if (matches.length < 2 || !matches.some(({ rule }) => isForeign(rule))) return { remaining: matches, duplicates: [] };
  const byText = Map.groupBy(matches, ({ content }) => content.replaceAll("\r\n", "\n").trim());
  const duplicates: SkippedRule[] = [];
  for (const [text, group] of byText) {
    const winner =
      group.find(({ rule }) => rule.authority === "absolute") ?? group.find(({ rule }) => !isForeign(rule)) ?? group[0];
    if (text === "" || winner === undefined) continue;
    for (const match of group) {
      if (match === winner || (!isForeign(match.rule) && !isForeign(winner.rule))) continue;
      // Rules of absolute authority stay, because each of them has to be in the prompt.
      if (match.rule.authority === "absolute") continue;
      duplicates.push({ rule: match.rule, reason: { kind: "duplicate", by: winner.rule.origin.path ?? winner.rule.id } });
    }
  }
  const dropped = new Set(duplicates.map(({ rule }) => rule));
  return { remaining: dropped.size === 0 ? matches : matches.filter(({ rule }) => !dropped.has(rule)), duplicates };
}

/** Whether a rule is a file of another tool. */
function isForeign({ origin: { dialect, path } }: Rule): boolean {
  return path !== undefined && dialect !== undefined && dialect !== "precept";
}
