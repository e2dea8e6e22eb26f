import type { Json } from "@precept/core";
import type { PolicyAction } from "./policy-action.ts";
import type { Phase } from "./phase.ts";
import type { PolicySeverity } from "./policy-severity.ts";
import type { Priority } from "./priority.ts";
import type { PolicyContext, SubjectKind } from "./subject.ts";

/** A governance rule: a check over code or actions. Rules guide; policies enforce. */
export interface Policy {
  /** Unique in a set: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  readonly version: string;
  readonly severity: PolicySeverity;
  /** Named, it wins over the one that follows from the severity. */
  readonly action?: PolicyAction;
  readonly category: string;
  /** When it is checked. Empty: whenever the phase matrix lets its priority run. */
  readonly phases: readonly Phase[];
  readonly match: PolicyMatch;
  /** May hold placeholders: see `fillTemplate`. */
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: PolicyFix;
  /** Everything else that is known about the policy, as it was written. */
  readonly metadata: Readonly<Record<string, Json>>;
  readonly softHooks: SoftHookSettings;
  /** `shadow` evaluates and reports, and never acts. */
  readonly mode: PolicyMode;
  readonly tests: PolicyTests;
  readonly enabled: boolean;
}

export const policyModes = ["enforce", "shadow"] as const;
export type PolicyMode = (typeof policyModes)[number];

/** What breaks a policy. With neither a pattern nor keywords, that its files and its context are met is the violation. */
export interface PolicyMatch {
  /** A regular expression, as `RegExp` takes it. Each of its matches is a violation. */
  readonly pattern?: string;
  /** Of the pattern. `m` always holds. */
  readonly flags: string;
  /** A match that shares a character with a match of one of these is no violation. */
  readonly unless: readonly Expression[];
  /** With a pattern: one of them has to be in the text, in upper or lower case, before the pattern runs. Without: each of them is a violation. */
  readonly keywords: readonly string[];
  /** In the glob language of the core; a leading `!` excludes. Empty: any file, and texts that are in none. */
  readonly filePatterns: readonly string[];
  /** What the context has to be: a value, a list of values, `{in: […]}` or `{not: value}` for each key. */
  readonly contextFilter: PolicyContext;
}

/** A regular expression, as `RegExp` takes it. */
export interface Expression {
  readonly source: string;
  /** `m` always holds. */
  readonly flags: string;
}

/** How a violation is corrected on the spot. */
export interface PolicyFix {
  /** What takes the place of the match: `$1`, `$<name>`, `$&`, or `${name:snake_case}` for another way to write it. */
  readonly replacement: string;
  /** How many violations of one text are corrected. Undefined: all of them. */
  readonly maxFixes?: number;
}

/** How an advice becomes more than that when it is ignored. */
export interface SoftHookSettings {
  /** Whether ignored advice is counted at all. */
  readonly enabled: boolean;
  /** Where false, the first time it is ignored is one too many. */
  readonly canBeIgnored: boolean;
  readonly notifyOnIgnore: boolean;
  /** The phase in which the policy is checked as P2. */
  readonly boostPhase?: Phase;
  readonly interceptors: readonly SoftHookInterceptor[];
}

export interface SoftHookInterceptor {
  readonly type: string;
  /** How often the advice has to be ignored. */
  readonly threshold: number;
  /** What it becomes then. */
  readonly upgradeTo: Priority;
  /** Default: what the priority asks for. */
  readonly action?: PolicyAction;
}

/** What a policy has to let pass, and what it has to find. */
export interface PolicyTests {
  readonly valid: readonly PolicyTest[];
  readonly invalid: readonly PolicyTest[];
}

/** A text, or the whole payload of an agent's hook. */
export type PolicyTest = TextTest | HookTest;

export interface TextTest {
  readonly kind: "text";
  readonly text: string;
  readonly subject?: SubjectKind;
  readonly file?: string;
  /** Given, or with a file or a subject, the files and the context of the policy have to fit too. */
  readonly context?: PolicyContext;
  /** What the policy's fix makes of the text. */
  readonly fixed?: string;
}

export interface HookTest {
  readonly kind: "hook";
  readonly payload: Readonly<Record<string, Json>>;
  readonly context?: PolicyContext;
}
