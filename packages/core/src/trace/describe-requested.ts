import { findRequestedIn } from "../match/find-requested.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { nearestNames } from "../text/nearest-names.ts";
import { describeDrop, describeSkip } from "./describe-reason.ts";

/** Says in one line, for an agent, which rules a requested name stands for, and whether and why they apply. */
export function describeRequested(resolution: Resolution, name: string): string {
  const outcomes = new Map<Rule, string>([
    ...resolution.applied.map(({ rule }) => [rule, "is part of your instructions"] as const),
    ...resolution.skipped.map(({ rule, reason }) => [rule, `does not apply: ${describeSkip(reason)}`] as const),
    ...resolution.dropped.map(({ rule, limit }) => [rule, `does not apply: ${describeDrop(limit)}`] as const),
  ]);
  const found = findRequestedIn([...outcomes.keys()], name);
  if (found.length > 0) return found.map((rule) => `${JSON.stringify(rule.name)} ${outcomes.get(rule) ?? ""}.`).join("\n");
  const known = Array.from(outcomes.keys(), (rule) => rule.name);
  const similar = nearestNames(name, known).map((one) => JSON.stringify(one));
  return `No rule is named ${JSON.stringify(name)}.${similar.length === 0 ? "" : ` Did you mean ${similar.join(" or ")}?`}`;
}
