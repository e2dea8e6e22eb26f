import { describeDrop, describeSkip, findRequestedIn, type Resolution, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import { lineLimits } from "../limits.ts";
import { describeUnknown, type CanSearch } from "./rule-entry.ts";

export interface RequestedRules {
  /** The ids of the rules with the names. */
  readonly ids: ReadonlySet<string>;
  /** The names that no rule has. */
  readonly unknown: readonly string[];
  /** What the agent must know about the names: those that are unknown, and rules that do not apply, with the reason. */
  readonly notices: readonly string[];
}

/** Finds the rules that a request asks for by name. */
export function findRequested(
  resolution: Resolution,
  visible: readonly Rule[],
  names: readonly string[],
  client: CanSearch,
): RequestedRules {
  const found = names.map((name) => ({ name, rules: findRequestedIn(visible, name) }));
  const wanted = new Map(found.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule] as const)));
  const unknown = found.filter(({ rules }) => rules.length === 0).map(({ name }) => name);
  return {
    ids: new Set(wanted.keys()),
    unknown,
    notices: [
      ...unknown.map((name) => describeUnknown(visible, name, client)),
      ...describeMissing(resolution, [...wanted.values()]),
    ],
  };
}

/** Says why rules that were asked for are not in the answer. */
function describeMissing({ applied, skipped, dropped }: Resolution, wanted: readonly Rule[]): readonly string[] {
  const isApplied = new Set(applied.map(({ rule }) => rule.id));
  const reasons = new Map([
    ...skipped.map(({ rule, reason }) => [rule.id, describeSkip(reason)] as const),
    ...dropped.map(({ rule, limit }) => [rule.id, describeDrop(limit)] as const),
  ]);
  return wanted
    .filter(({ id }) => !isApplied.has(id))
    .map(
      ({ id, name }) =>
        `"${visibleLine(name, lineLimits.name)}" does not apply: ${visibleLine(reasons.get(id) ?? "it was changed just now", lineLimits.reason)}.`,
    );
}
