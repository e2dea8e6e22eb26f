import type { Diagnostic, Json, Rule } from "@precept/core";
import { crc32 } from "../values/crc32.ts";
import type { Policy } from "../model/policy.ts";
import type { PolicyLocations } from "../parse/policy-locations.ts";
import { readPolicy } from "../parse/read-policy.ts";
import { report } from "../diagnostic-catalogue.ts";

/** A rule, as far as its checks need it. */
export type RuleWithChecks = Pick<Rule, "id" | "name" | "checks">;

/** A check of a rule as a policy: it reports, and has no effect. */
export interface RuleCheck {
  /** The position in `checks` of the rule. */
  readonly at: number;
  readonly policy: Policy;
}

export interface ReadRuleChecks {
  /** The valid checks that have a `match`. */
  readonly checks: readonly RuleCheck[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of a check. The others of a policy decide what a violation does, and a violation of a check does nothing. */
const knownKeys = new Set(["match", "message", "tests"]);

/**
 * Reads the checks in a rule that have a `match`. Each becomes a policy in shadow mode, with an id that changes with the check, so
 * that a changed check does not count what an earlier one found.
 *
 * @param locations the locations of the rule's values in its file, for diagnostics. Paths begin with `checks`.
 */
export function readRuleChecks(rule: RuleWithChecks, locations?: PolicyLocations): ReadRuleChecks {
  const read = rule.checks.map((check, at) => (typeof check === "string" ? undefined : readCheck(rule, check, at, locations)));
  const present = read.filter((one) => one !== undefined);
  return {
    checks: present.flatMap(({ check }) => (check === undefined ? [] : [check])),
    diagnostics: present.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The ids of the policies that check a rule: the policies that it names, and its own checks. */
export function checkIdsOf(rule: RuleWithChecks): readonly string[] {
  return rule.checks.map((check) => (typeof check === "string" ? check : idOf(rule, check)));
}

function readCheck(
  rule: RuleWithChecks,
  check: Readonly<Record<string, Json>>,
  at: number,
  locations: PolicyLocations | undefined,
): { readonly check: RuleCheck | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const inside: PolicyLocations = {
    locationOf: (path) => locations?.locationOf(["checks", at, ...path]) ?? {},
    locationOfKey: (path) => locations?.locationOfKey(["checks", at, ...path]) ?? {},
  };
  const unknown = Object.keys(check).filter((key) => !knownKeys.has(key));
  const unknownKeys = unknown.map((key) =>
    report(
      "policy/unknown-key",
      inside.locationOfKey([key]),
      `Unknown key "${key}" in a check of the rule ${rule.name}; it has no effect.`,
      "A check has `match`, `message` and `tests`. To deny something, write a policy and name it in `checks`.",
    ),
  );
  const { policy, diagnostics } = readPolicy(documentOf(rule, check), inside);
  const all = [...unknownKeys, ...diagnostics];
  if (check["match"] === undefined) {
    const message = `A check of the rule ${rule.name} has no "match".`;
    return { check: undefined, diagnostics: [...all, report("policy/missing-field", inside.locationOf([]), message, matchHint)] };
  }
  return { check: policy === undefined ? undefined : { at, policy }, diagnostics: all };
}

const matchHint = 'Add what violates the rule, such as `match: { pattern: "parseFloat" }`, or the id of a policy instead.';

function documentOf(rule: RuleWithChecks, { match, message, tests }: Readonly<Record<string, Json>>): object {
  return {
    id: idOf(rule, { match: match ?? null }),
    severity: "LOW",
    handler: "LOG_ONLY",
    mode: "shadow",
    message: message ?? `It does not follow the rule ${rule.name}.`,
    ...(match !== undefined && { match }),
    ...(tests !== undefined && { tests }),
  };
}

/** An id that a policy may have: the name of the rule, and a checksum of the rule and what the check looks for. */
function idOf({ id, name }: RuleWithChecks, { match = null }: Readonly<Record<string, Json>>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  const checksum = crc32(`${id}\0${JSON.stringify(match)}`)
    .toString(16)
    .padStart(8, "0");
  return `${plain.slice(0, 60) || "rule"}.check-${checksum}`;
}
