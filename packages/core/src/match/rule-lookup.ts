import type { MatchReason, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { Tenant } from "../model/tenant.ts";

/** The use of a pattern by a rule. */
export interface GlobUse {
  readonly rule: Rule;
  readonly pattern: string;
  readonly excludes: boolean;
  /** The reason if this pattern alone decides that the rule applies. Absent if the rule has other patterns. */
  readonly reason?: MatchReason;
}

/** A pattern that matches request files. */
export interface GlobMatch {
  readonly glob: string;
  readonly uses: Iterable<GlobUse>;
  /** The indexes of the matching files, ascending. */
  readonly positions: readonly number[];
}

/** What matching needs to find in a set of rules: one index, or several that are read together. */
export interface RuleLookup {
  /** All rules, in lists that never change: a change of the rules creates new ones. */
  readonly lists: readonly (readonly Rule[])[];
  /** `always` rules of the whole project. */
  readonly always: Iterable<Rule>;
  /** Rules that apply if a search finds them. */
  readonly relevant: Iterable<Rule>;
  /** `agentRequested` rules, most useful first, in a list that never changes. */
  readonly requestable: readonly Rule[];
  /** Rules that belong to a session. */
  readonly inSessions: Iterable<Rule>;
  /** Whether a rule can fail a precondition other than that another rule replaces it. */
  hasPreconditions(rule: Rule): boolean;
  /** Returns the patterns that match at least one of the files, which are split at `/`. */
  matchGlobs(files: readonly (readonly string[])[]): Iterable<GlobMatch>;
  /** The rules with an id: at most one of each store. */
  withId(id: string): readonly Rule[];
  /** The rules with a name, of all scopes. */
  named(name: string): readonly Rule[];
  /** The rules of a file, by its path in the project or in its root, with or without extension. */
  atPath(path: string): readonly Rule[];
  /** The rules that another visible rule replaces for a tenant (as an overlay or through `replaces`), and why. */
  replacements(tenant: Tenant): ReadonlyMap<Rule, SkipReason>;
}
