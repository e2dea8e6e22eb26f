import { compareText, type Diagnostic, type SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Policy } from "../model/policy.ts";
import type { PlacedPolicy } from "../parse/parse-policies.ts";
import { compareVersions } from "./compare-versions.ts";
import { examinePolicy, type PolicySetOptions } from "./examine-policy.ts";

/** Policies that have stood their own tests, by id. A value: registering gives another set. */
export interface PolicySet {
  /** By id, in the order of their code points. */
  readonly policies: readonly Policy[];
  get(id: string): Policy | undefined;
}

export interface RegisteredPolicy {
  /** The set as it was, where the policy was refused. */
  readonly set: PolicySet;
  readonly accepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** A set of these policies, as far as each stands its tests and no other has its id. */
export function createPolicySet(
  placed: readonly PlacedPolicy[],
  options: PolicySetOptions = {},
): { readonly set: PolicySet; readonly diagnostics: readonly Diagnostic[] } {
  const policies = new Map<string, Policy>();
  const diagnostics: Diagnostic[] = [];
  for (const { policy, place } of placed) {
    const problems = policies.has(policy.id)
      ? [report("policy/duplicate-id", place, `There is another policy ${policy.id}; this one is not enforced.`)]
      : examinePolicy(policy, place, options);
    diagnostics.push(...problems);
    if (problems.every(({ severity }) => severity !== "error")) policies.set(policy.id, policy);
  }
  return { set: setOf(policies), diagnostics };
}

/**
 * Adds a policy to a set, or puts it in the place of an older version of itself. One that fails its own tests, may take for ever, or would
 * never be checked is refused.
 */
export function registerPolicy(
  set: PolicySet,
  policy: Policy,
  options: PolicySetOptions = {},
  place: SourceLocation = {},
): RegisteredPolicy {
  const known = set.get(policy.id);
  if (known !== undefined && compareVersions(policy.version, known.version) <= 0) {
    const isSame = JSON.stringify(known) === JSON.stringify(policy);
    const message = `Policy ${policy.id} is registered in version ${known.version}; version ${policy.version} does not replace it.`;
    return { set, accepted: isSame, diagnostics: isSame ? [] : [report("policy/duplicate-id", place, message)] };
  }
  const diagnostics = examinePolicy(policy, place, options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { set, accepted: false, diagnostics };
  const policies = new Map(set.policies.map((one) => [one.id, one])).set(policy.id, policy);
  return { set: setOf(policies), accepted: true, diagnostics };
}

function setOf(byId: ReadonlyMap<string, Policy>): PolicySet {
  const policies = [...byId.values()].toSorted((left, right) => compareText(left.id, right.id));
  return { policies, get: (id) => byId.get(id) };
}
