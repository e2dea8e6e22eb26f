import type { Diagnostic } from "./diagnostic.ts";
import type { Inclusion } from "./inclusion.ts";
import type { Rule } from "./rule.ts";

/** Why a rule applies. */
export type MatchReason =
  | { readonly kind: "always" }
  /** An `always` rule of a directory below the project, in which a request file lies. */
  | { readonly kind: "alwaysInside"; readonly base: string }
  /** The patterns that matched a file, as the rule has them. */
  | { readonly kind: "fileMatch"; readonly patterns: readonly string[] }
  | { readonly kind: "requested"; readonly reference: string }
  | { readonly kind: "relevant"; readonly score: number }
  /** A `relevant` rule of absolute authority: it never depends on a search. */
  | { readonly kind: "absolute" };

/** Why a rule does not apply. */
export type SkipReason =
  | { readonly kind: "disabled" }
  | { readonly kind: "pending" }
  | { readonly kind: "replacedByOverlay"; readonly by: string }
  /** A rule in force names it in its `replaces`. */
  | { readonly kind: "superseded"; readonly by: string }
  | { readonly kind: "wrongTarget"; readonly targets: readonly string[]; readonly tool: string }
  | { readonly kind: "wrongProject"; readonly project: string }
  | { readonly kind: "wrongUser"; readonly user: string }
  | { readonly kind: "wrongSession"; readonly session: string }
  | { readonly kind: "wrongContext"; readonly contexts: readonly string[] }
  | { readonly kind: "unmetCondition"; readonly variable: string }
  | { readonly kind: "outsideBase"; readonly base: string }
  | { readonly kind: "noFileMatched"; readonly globs: readonly string[] }
  | { readonly kind: "noGlobs" }
  | { readonly kind: "notRequested"; readonly inclusion: Inclusion }
  | { readonly kind: "notRelevant" }
  | { readonly kind: "noSearch" }
  /** It matched, and lost against a rule of the same name. */
  | { readonly kind: "overridden"; readonly by: string; readonly scope: string }
  | { readonly kind: "shadowed"; readonly by: string; readonly scope: string };

/** A rule that matches, before anything was merged or dropped. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly reason: MatchReason;
  /** The request files that its globs match, as they are relative to the project. */
  readonly matchedFiles: readonly string[];
}

/** A rule in the answer. */
export interface AppliedRule extends RuleMatch {
  /** Its text with file references expanded, and cut where the budget cut it. */
  readonly content: string;
  /** The length of `content` in UTF-16 code units. */
  readonly characters: number;
  /** The length of `content` as the token counter counts it. */
  readonly tokens: number;
  /** Whether the budget cut the text. */
  readonly cut: boolean;
}

export interface SkippedRule {
  readonly rule: Rule;
  readonly reason: SkipReason;
}

/** A rule that applies but did not fit. */
export interface DroppedRule {
  readonly rule: Rule;
  /** The limit that it broke: `larger` means that it would not fit even alone. */
  readonly limit: "characters" | "tokens" | "rules" | "dialectRules" | "larger";
  /** What it would have cost. */
  readonly characters: number;
  readonly tokens: number;
}

export type ConflictKind = "duplicateName" | "shadowed" | "contradiction" | "duplicateContent" | "unreachableGlob";

/** Rules that get in each other's way. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** The ids of the rules, the winner first where there is one. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The id of the rule that stays. */
  readonly winner?: string;
  /** One sentence for people. */
  readonly detail: string;
  /** Where in the rules it is, one place for each of them, in the order of `ids`. Absent where it is not about their texts. */
  readonly locations?: readonly ConflictLocation[];
}

/** A piece of a rule that is part of a conflict. */
export interface ConflictLocation {
  readonly id: string;
  /** The rule's file, where it has one. */
  readonly file?: string;
  /** Where it begins and ends, as offsets in the rule's text or, for a pattern, both 0. */
  readonly start: number;
  readonly end: number;
  /** What stands there, shortened. */
  readonly quote: string;
}

export interface ResolutionTotals {
  /** How many rules were looked at. */
  readonly evaluated: number;
  /** How many matched, before merging and the budget. */
  readonly matched: number;
  readonly applied: number;
  /** The sum over the applied rules' texts: what the budget counts. */
  readonly characters: number;
  readonly tokens: number;
}

export interface ResolvedRequest {
  /** All its files, relative to the project, those found in the conversation included. */
  readonly files: readonly string[];
  /** The references to rules. */
  readonly requested: readonly string[];
  /** What was asked for in `include` and is no rule. */
  readonly unknown: readonly string[];
}

/** The answer to a request: which rules apply, in what order and why. */
export interface Resolution {
  readonly requestId: string;
  /** When the request was made, ISO 8601. Absent if neither the request nor the rulebook says so. */
  readonly timestamp?: string;
  /** The prompt section for the agent; empty where no rule applies. */
  readonly prompt: string;
  /** In the order in which the agent reads them. */
  readonly applied: readonly AppliedRule[];
  /** Every rule that matched, before merging and the budget. */
  readonly matched: readonly RuleMatch[];
  /** Every other rule that was looked at, except those the budget dropped. Worked out when it is first read. */
  readonly skipped: readonly SkippedRule[];
  readonly conflicts: readonly Conflict[];
  /** What the budget dropped, in the order in which it would have stood. */
  readonly dropped: readonly DroppedRule[];
  /** What the request was understood to be. */
  readonly request: ResolvedRequest;
  readonly totals: ResolutionTotals;
  /**
   * What is wrong with this answer: requested rules that do not exist, file references that could not be followed, rules that the budget
   * dropped or cut, and whatever keeps the stores from having every rule (a store that failed, a directory that could not be read, a limit that
   * was reached). The last two carry `incomplete: true`. Computed when it is first read.
   */
  readonly diagnostics: readonly Diagnostic[];
}
