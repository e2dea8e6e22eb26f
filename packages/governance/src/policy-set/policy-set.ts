import { pushAll, compareText, type Diagnostic, type SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Policy } from "../model/policy.ts";
import type { LocatedPolicy } from "../parse/parse-policies.ts";
import { toWirePolicy } from "../wire/policy.ts";
import { compareVersions } from "./policy-identity.ts";
import { validatePolicy, type PolicySetOptions } from "./validate-policy.ts";

/** Valid policies by id. Immutable: {@link registerPolicy} returns a new set. */
export interface PolicySet {
  /** Sorted by id, by code point. */
  readonly policies: readonly Policy[];
  get(id: string): Policy | undefined;
}

export interface RegisteredPolicy {
  /** The new set, or the same one if the policy was refused. */
  readonly set: PolicySet;
  readonly accepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Creates a set of the policies that pass their own tests. Of several policies with the same id, the first one wins.
 *
 * @example
 * ```ts
 * import { createPolicySet, parsePolicies } from "@precept/governance";
 *
 * const yaml = "{ id: NO-SUDO, severity: CRITICAL, match: { keywords: [sudo] }, message: Do not use sudo. }";
 * const { set, diagnostics } = createPolicySet(parsePolicies(yaml).policies);
 * ```
 */
export function createPolicySet(
  located: readonly LocatedPolicy[],
  options: PolicySetOptions = {},
): { readonly set: PolicySet; readonly diagnostics: readonly Diagnostic[] } {
  const policies = new Map<string, Policy>();
  const diagnostics: Diagnostic[] = [];
  for (const { policy, location } of located) {
    const own = policies.has(policy.id)
      ? [report("policy/duplicate-id", location, `Another policy has the id ${policy.id}; this one is not enforced.`)]
      : validatePolicy(policy, location, options);
    pushAll(diagnostics, own);
    if (own.every(({ severity }) => severity !== "error")) policies.set(policy.id, policy);
  }
  return { set: setOf(policies), diagnostics };
}

/**
 * Adds a policy to a set, or replaces an older version of it. Refuses a policy that fails its own tests, has a ReDoS
 * risk, or is never checked.
 */
export function registerPolicy(
  set: PolicySet,
  policy: Policy,
  options: PolicySetOptions = {},
  location: SourceLocation = {},
): RegisteredPolicy {
  const known = set.get(policy.id);
  if (known !== undefined && compareVersions(policy.version, known.version) <= 0) {
    const isSame = JSON.stringify(toWirePolicy(known)) === JSON.stringify(toWirePolicy(policy));
    const message = `Version ${policy.version} of policy ${policy.id} does not replace the registered version ${known.version}.`;
    return { set, accepted: isSame, diagnostics: isSame ? [] : [report("policy/duplicate-id", location, message)] };
  }
  const diagnostics = validatePolicy(policy, location, options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { set, accepted: false, diagnostics };
  const policies = new Map(set.policies.map((existing) => [existing.id, existing])).set(policy.id, policy);
  return { set: setOf(policies), accepted: true, diagnostics };
}

function setOf(byId: ReadonlyMap<string, Policy>): PolicySet {
  const policies = [...byId.values()].toSorted((left, right) => compareText(left.id, right.id));
  return { policies, get: (id) => byId.get(id) };
}
