import type { RuleRevision } from "../ports/rule-store.ts";
import { toWireRule, type WireRule } from "./wire-rule.ts";

/** The wire format of a revision of a rule. */
export interface WireRevision {
  readonly revision: string;
  readonly version: number;
  /** Whether the revision is the deletion of the rule. */
  readonly deleted: boolean;
  /** ISO 8601; null if it is unknown. */
  readonly at: string | null;
  readonly reason: string | null;
  /** The rule as of this revision. */
  readonly rule: WireRule;
}

/** Converts a revision of a rule to its wire format. */
export function toWireRevision({ revision, deleted, at, reason, rule }: RuleRevision): WireRevision {
  return { revision, version: rule.version, deleted, at: at ?? null, reason: reason ?? null, rule: toWireRule(rule) };
}
