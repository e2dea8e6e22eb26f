import type { Diagnostic } from "@precept/core";
import { canonicalId, reportOnPolicy, type LocatedPolicy, type Policy } from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import { describeSource, type PolicySourceOf } from "../policy-source.ts";

export interface SourcePolicies {
  /** The name of the source in diagnostics. */
  readonly name: string;
  readonly source: PolicySourceOf;
  readonly located: readonly LocatedPolicy[];
}

export interface JoinedPolicies {
  readonly policies: ReadonlyMap<string, Policy>;
  readonly sources: ReadonlyMap<string, PolicySourceOf>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A policy that is already part of the result. */
interface Known {
  readonly id: string;
  readonly source: PolicySourceOf;
  readonly located: LocatedPolicy;
}

/** Joins the policies of sources, in order of precedence. Of several policies with one id, the first one is active. */
export function joinSources(all: readonly SourcePolicies[], sourceDiagnostics: readonly Diagnostic[]): JoinedPolicies {
  const policies = new Map<string, Policy>();
  const sources = new Map<string, PolicySourceOf>();
  const diagnostics = [...sourceDiagnostics];
  const known = new Map<string, Known>();
  for (const { source, located } of all) {
    for (const one of located) {
      const { id } = one.policy;
      const first = known.get(id) ?? known.get(canonicalId(id));
      if (first !== undefined) diagnostics.push(reportSecond(one, source, first));
      if (first !== undefined && (first.id === id || isProtected(first, source))) continue;
      const own = { id, source, located: one };
      known.set(id, own);
      if (first === undefined) known.set(canonicalId(id), own);
      policies.set(id, one.policy);
      sources.set(id, source);
    }
  }
  return { policies, sources, diagnostics };
}

/** Whether a policy is managed. No other source can define its id in another letter case. */
function isProtected(first: Known, source: PolicySourceOf): boolean {
  return first.source.kind === "managed" && source.kind !== "managed";
}

/** Reports a policy whose id equals the id of another one, or differs in letter case only. */
function reportSecond({ policy: { id }, location }: LocatedPolicy, source: PolicySourceOf, first: Known): Diagnostic {
  const defined = describeSource(first.source);
  if (isProtected(first, source)) {
    const what = id === first.id ? id : `${first.id}, whose id differs from ${id} in letter case only,`;
    return report("policies/overrides-managed", location, `${what} is defined in ${defined}; this policy is not enforced.`);
  }
  if (id !== first.id) {
    return report("policies/similar-id", location, `${id} differs from ${first.id} in ${defined} in letter case only.`);
  }
  if (source.kind !== "starter") {
    const problem = `${id} is already defined in ${defined}; this policy is not enforced.`;
    return reportOnPolicy("policy/duplicate-id", location, problem);
  }
  const message = `${id} replaces the policy with the same id in ${describeSource(source)}.`;
  return report("policies/overrides-starter", first.located.location, message);
}
