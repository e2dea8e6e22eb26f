import type { WireRevision } from "@precept/contract";
import type { RuleRevision } from "../ports/rule-store.ts";
import { toWireRule } from "./wire-rule.ts";

/** Converts a revision of a rule to its wire format. */
export function toWireRevision({ revision, deleted, at, reason, rule }: RuleRevision): WireRevision {
  return { revision, version: rule.version, deleted, at: at ?? null, reason: reason ?? null, rule: toWireRule(rule) };
}
