import type { Diagnostic, Rule } from "@precept/core";
import type { Policy, RuleWithChecks } from "@precept/governance";
import type { Workspace } from "./workspace.ts";

/** The checks of a project's rules that have a `match`. */
export interface RuleChecks {
  /** By the rule's id. Checks that fail their own tests, or have a pattern that is too slow, are not among them. */
  readonly byRule: ReadonlyMap<string, readonly Policy[]>;
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and validates the checks in rules that have a `match`, as policies are validated. */
export async function loadRuleChecks(
  { root, policies }: Pick<Workspace, "root" | "policies">,
  rules: readonly Rule[],
): Promise<RuleChecks> {
  const checked = rules.filter(hasOwnChecks);
  if (checked.length === 0) return { byRule: new Map(), policies: [], diagnostics: [] };
  const { readLocatedChecks } = await import("./located-checks.ts");
  const read = checked.map((rule) => ({ rule, ...readLocatedChecks(root, rule) }));
  const validated = await policies.validateParsed(read.flatMap(({ located }) => located));
  const accepted = new Set(validated.accepted.map(({ id }) => id));
  return {
    byRule: new Map(
      read.map(({ rule, located: own }) => [rule.id, own.map(({ policy }) => policy).filter(({ id }) => accepted.has(id))]),
    ),
    policies: validated.accepted,
    diagnostics: [...read.flatMap(({ diagnostics }) => diagnostics), ...validated.diagnostics],
  };
}

/** The checks of rules that have a `match`, without running their tests. Invalid ones are left out. */
export async function observedChecksOf(rules: readonly RuleWithChecks[]): Promise<readonly Policy[]> {
  const checked = rules.filter(hasOwnChecks);
  if (checked.length === 0) return [];
  const { checksOf } = await import("./located-checks.ts");
  return checked.flatMap(checksOf);
}

function hasOwnChecks({ checks }: RuleWithChecks): boolean {
  return checks.some((check) => typeof check !== "string");
}
