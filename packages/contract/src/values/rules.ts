/** The scopes of rules by precedence, lowest first. */
export const scopes = ["global", "user", "project", "session"] as const;

export type Scope = (typeof scopes)[number];

/** The scope of a rule that does not set one. */
export const defaultScope: Scope = "project";

/** The scope of a rule that a client of the server creates or changes without naming one. */
export const clientScope: Scope = "user";

/** What the scope of a rule decides. */
export interface ScopeSpec {
  /** Precedence: of rules that declare the same name, the one with the highest rank applies. From 0, without gaps. */
  readonly rank: number;
  /** Where such rules apply, as a phrase for schemas and help. */
  readonly description: string;
  /** Whether such rules outlive the process. If not, they are kept in memory. */
  readonly isPersistent: boolean;
  /** Whether such rules are part of the project: export writes them, and checks compare globs with its files. */
  readonly isProjectWide: boolean;
  /** Whether such a rule belongs to one user, whose id is its `userId`. */
  readonly isOwnedByUser: boolean;
}

/** The scopes as a table. The compiler requires a complete row for each. */
export const scopeTable: Readonly<Record<Scope, ScopeSpec>> = {
  global: {
    rank: 0,
    description: "all projects on this machine",
    isPersistent: true,
    isProjectWide: false,
    isOwnedByUser: false,
  },
  user: { rank: 1, description: "all projects of one user", isPersistent: true, isProjectWide: false, isOwnedByUser: true },
  project: { rank: 2, description: "one project", isPersistent: true, isProjectWide: true, isOwnedByUser: false },
  session: { rank: 3, description: "one session", isPersistent: false, isProjectWide: false, isOwnedByUser: false },
};

/** The precedence of a scope: 0 for `global` up to 3 for `session`. */
export function scopeRank(scope: Scope): number {
  return scopeTable[scope].rank;
}

/** When a rule applies, in the order in which lists show inclusions. */
export const inclusions = ["always", "fileMatch", "manual", "agentRequested", "relevant"] as const;

export type Inclusion = (typeof inclusions)[number];

/** How the engine treats the rules of an inclusion. */
export interface InclusionSpec {
  /** When such a rule applies, as a phrase for schemas and help. */
  readonly description: string;
  /**
   * What makes such a rule apply: nothing in particular (`none`), a request file that its globs match (`files`), a
   * reference in the request (`reference`), or a search result (`search`).
   */
  readonly trigger: "none" | "files" | "reference" | "search";
  /** Whether such a rule can apply without a reference in the prompt. Only such rules are compared with each other. */
  readonly isImplicit: boolean;
  /** Why such a rule is skipped without its trigger, as a phrase. Reasons with files or directories replace it. */
  readonly skipped: string;
}

/** The inclusions as a table. The compiler requires a complete row for each. */
export const inclusionTable: Readonly<Record<Inclusion, InclusionSpec>> = {
  always: {
    description: "applies to every request",
    trigger: "none",
    isImplicit: true,
    skipped: "no file inside its directory",
  },
  fileMatch: {
    description: "applies if a file of the request matches its globs",
    trigger: "files",
    isImplicit: true,
    skipped: "no file matched its globs",
  },
  manual: {
    description: "applies if the request names it",
    trigger: "reference",
    isImplicit: false,
    skipped: "manual, and not requested by name",
  },
  agentRequested: {
    description: "is offered to the agent by its description, and applies if the agent requests it",
    trigger: "reference",
    isImplicit: true,
    skipped: "offered by its description, but not requested",
  },
  relevant: {
    description: "applies if a search finds it for the prompt",
    trigger: "search",
    isImplicit: true,
    skipped: "not relevant to the prompt",
  },
};

/** The inclusion of a rule that does not set one. */
export function defaultInclusion(globs: readonly string[]): Inclusion {
  return globs.length > 0 ? "fileMatch" : "always";
}

/** The kinds of guidance that a rule can give. */
export const ruleCategories = ["preference", "behavior", "agent"] as const;

export type RuleCategory = (typeof ruleCategories)[number];

/** `absolute`: the rule applies without a search, and the budget drops it last. */
export const authorities = ["absolute", "default"] as const;

export type Authority = (typeof authorities)[number];

/** The status of a rule. Only active rules can apply. Superseded: listed in the `replaces` of an active rule. */
export const statuses = ["active", "superseded", "disabled", "pending"] as const;

export type RuleStatus = (typeof statuses)[number];

/** How one rule can be similar to another: it says nearly the same, or seems to say the opposite. */
export const similarities = ["nearDuplicate", "contradiction"] as const;

export type Similarity = (typeof similarities)[number];

/** Why a rule is reviewed, in the order of the review. */
export const reviewKinds = ["pending", "contradiction", "nearDuplicate", "expired", "unused"] as const;

export type ReviewKind = (typeof reviewKinds)[number];

/** Why a rule is reviewed, as a phrase. */
export const reviewTitles: Readonly<Record<ReviewKind, string>> = {
  pending: "waits for approval",
  contradiction: "contradiction",
  nearDuplicate: "near-duplicate",
  expired: "expired",
  unused: "unused",
};

/** What a person can decide about a reviewed rule. */
export const reviewDecisions = ["accept", "edit", "merge", "reject"] as const;

export type ReviewDecision = (typeof reviewDecisions)[number];

/** Who writes a rule. What an agent writes waits for the approval of a person, unless the configuration says otherwise. */
export type RuleAuthor = "person" | "agent";

/** The priority of a rule that does not set one. */
export const defaultPriority = 50;

/** The kinds of stores whose rules outlast the process. A kind is also the store's id, as in `origin.store`. */
export const persistentStoreKinds = ["fs", "sqlite", "postgres"] as const;

export type PersistentStoreKind = (typeof persistentStoreKinds)[number];

/** The kinds of stores of a workspace. */
export type StoreKind = PersistentStoreKind | "session";
