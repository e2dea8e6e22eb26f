import type { Json, Inclusion } from "@precept/contract/values";
import type { Diagnostic } from "./diagnostic.ts";
import type { Relevance } from "./relevance.ts";
import type { Rule } from "./rule.ts";
import type { StoreReport } from "./store-state.ts";

/** The names of the limits of a budget. */
export const budgetLimitNames = ["characters", "bytes", "tokens", "rules", "dialectRules"] as const;

export type BudgetLimitName = (typeof budgetLimitNames)[number];

/** A limit that a resolution was subject to. */
export interface BudgetLimit {
  readonly name: BudgetLimitName;
  /** `allRules`: the total. `eachRule`: longer rules are reported, and stay in the answer. */
  readonly appliesTo: "allRules" | "eachRule";
  readonly max: number;
  /** Where the limit comes from: `default`, `configuration`, `options`, `request`, or `limit of <tool>`. */
  readonly source: string;
}

/** The limits that a resolution was subject to, and how its tokens were counted. */
export interface ResolutionBudget {
  /** The token counter. */
  readonly counter: { readonly id: string; readonly isExact: boolean };
  readonly limits: readonly BudgetLimit[];
}

/** Why a rule applies. */
export type MatchReason =
  | { readonly kind: "always" }
  /** An `always` rule of a directory below the project that contains a request file. */
  | { readonly kind: "alwaysInside"; readonly base: string }
  /** The globs of the rule that matched a file. */
  | { readonly kind: "fileMatch"; readonly patterns: readonly string[] }
  | { readonly kind: "requested"; readonly reference: string }
  /** `words`: the words of the prompt that speak for the rule, those that say most first. */
  | ({ readonly kind: "relevant" } & Pick<Relevance, "scores" | "words">)
  /** A `relevant` rule of absolute authority, which applies without a search. */
  | { readonly kind: "absolute" };

/** Why a rule does not apply. */
export type SkipReason =
  | { readonly kind: "disabled" }
  | { readonly kind: "pending" }
  | { readonly kind: "notYetValid"; readonly from: string }
  | { readonly kind: "expired"; readonly at: string }
  | { readonly kind: "replacedByOverlay"; readonly by: string }
  /** An active rule lists it in its `replaces`. */
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
  /** The search did not find it (no scores), or its scores are too low, or other rules are more relevant. */
  | ({ readonly kind: "notRelevant" } & Partial<Omit<Relevance, "isRelevant">>)
  | { readonly kind: "noSearch" }
  /** The prompt already has its text: its file is one of the agent context. */
  | { readonly kind: "inAgentContext"; readonly file: string }
  /** It matched, but another rule has the same text, and one is another tool's file. `by`: the other's path or id. */
  | { readonly kind: "duplicate"; readonly by: string }
  /** It matched, but a rule of higher precedence declares the same name. */
  | { readonly kind: "overridden"; readonly by: string; readonly scope: string }
  | { readonly kind: "shadowed"; readonly by: string; readonly scope: string };

/** A rule that matches the request, before rules are merged or dropped. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly reason: MatchReason;
  /** The request files that its globs match, relative to the project. */
  readonly matchedFiles: readonly string[];
  /** The values that met the conditions of the rule, by variable. Absent if it has no conditions. */
  readonly variables?: Readonly<Record<string, Json>>;
}

/** A rule of the resolution. */
export interface AppliedRule extends RuleMatch {
  /** The text for the prompt: file references expanded, and truncated if the budget truncated it. */
  readonly content: string;
  /** The length of `content` in UTF-16 code units. */
  readonly characters: number;
  /** The length of `content` in tokens, by the token counter. Counted on first read. */
  readonly tokens: number;
  /** Whether the budget truncated the text. */
  readonly cut: boolean;
}

export interface SkippedRule {
  readonly rule: Rule;
  readonly reason: SkipReason;
}

/** A rule that matches but does not fit into the budget. */
export interface DroppedRule {
  readonly rule: Rule;
  /** The limit that it exceeds. `larger`: the rule alone is larger than the whole budget. */
  readonly limit: "characters" | "bytes" | "tokens" | "rules" | "dialectRules" | "larger";
  /** The length of its text in UTF-16 code units. */
  readonly characters: number;
  /** The length of its text in tokens. In the prompt, headings or delimiters are added. */
  readonly tokens: number;
}

export type ConflictKind = "duplicateName" | "shadowed" | "contradiction" | "duplicateContent" | "unreachableGlob";

/** A conflict between rules, or of a rule with the project's files. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** The ids of the rules, the winner first if there is one. */
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The id of the rule that takes precedence. */
  readonly winner?: string;
  /** The conflict in one sentence. */
  readonly detail: string;
  /** The locations in the rules, in the order of `ids`. Absent if the conflict is not about their texts. */
  readonly locations?: readonly ConflictLocation[];
}

/** The part of a rule that is in conflict. */
export interface ConflictLocation {
  readonly id: string;
  /** The rule's file, if it has one. */
  readonly file?: string;
  /** The range as offsets in the rule's text. Both are 0 for a glob. */
  readonly start: number;
  readonly end: number;
  /** The text of the range, shortened. */
  readonly quote: string;
}

/** The rules that the agent can ask for by name: `agentRequested` ones that the request does not ask for. */
export interface RequestableRules {
  /** The rules that the prompt lists, with name and description, most useful first. */
  readonly listed: readonly Rule[];
  /** The rules that the list has no room for. */
  readonly leftOut: readonly Rule[];
  /** The length of the list in UTF-16 code units, which count in the budget. */
  readonly characters: number;
  /** The length of the list in tokens. Counted on first read if tokens are not limited. */
  readonly tokens: number;
}

export interface ResolutionTotals {
  /** How many rules were evaluated. */
  readonly evaluated: number;
  /** How many rules matched, before merging and the budget. */
  readonly matched: number;
  readonly applied: number;
  /** The total length of the texts of the applied rules, as the budget counts. */
  readonly characters: number;
  /** The tokens of the texts of the applied rules. Counted on first read. */
  readonly tokens: number;
  /**
   * The tokens of the prompt, as the budget counts: with headings, delimiters and the list of rules to ask for, but
   * without the section of debug mode. Counted on first read.
   */
  readonly promptTokens: number;
}

/** The files and rule references of a request, including those in its conversation. */
export interface ResolvedRequest {
  /** Relative to the project. */
  readonly files: readonly string[];
  /** The rule references. */
  readonly requested: readonly string[];
  /** The references in `include` that match no rule. */
  readonly unknown: readonly string[];
}

/** The result of a request: which rules apply, in what order and why. */
export interface Resolution {
  readonly requestId: string;
  /** When the request was made, ISO 8601. Absent if neither the request has a time nor the rulebook a clock. */
  readonly timestamp?: string;
  /** The prompt section for the agent; empty if no rule applies and none can be asked for. */
  readonly prompt: string;
  /** The rules that apply, in the order of the prompt. */
  readonly applied: readonly AppliedRule[];
  /** All rules that matched, before merging and the budget. */
  readonly matched: readonly RuleMatch[];
  /** All other evaluated rules, except those that the budget dropped. Computed when first read. */
  readonly skipped: readonly SkippedRule[];
  readonly conflicts: readonly Conflict[];
  /** The rules that the budget dropped, in the order of the prompt. */
  readonly dropped: readonly DroppedRule[];
  /** The rules that the agent can ask for. Empty if the options say `requestBy: "none"`. */
  readonly requestable: RequestableRules;
  /** The stores whose rules are missing from this answer, or may be out of date in it. */
  readonly stores: readonly StoreReport[];
  /** The files and rule references of the request. */
  readonly request: ResolvedRequest;
  readonly totals: ResolutionTotals;
  /** The limits that the rules had to fit into, with their sources, and the token counter. */
  readonly budget: ResolutionBudget;
  /**
   * Problems of this resolution: requested rules that do not exist, file references that could not be expanded, rules
   * that the budget dropped or truncated, rules that are longer than the tool reads, and store problems that make rules
   * unavailable (a store that failed, an unreadable directory, a reached limit). The last two have `incomplete: true`.
   * Computed when first read.
   */
  readonly diagnostics: readonly Diagnostic[];
}
