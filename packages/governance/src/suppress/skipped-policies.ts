import type { AcceptedViolation, SkippedPolicy, Violation } from "../model/decision.ts";

/** Lists the policies whose violations are all accepted. */
export function skipsOfAccepted(
  accepted: readonly AcceptedViolation[],
  remaining: readonly Violation[],
): readonly SkippedPolicy[] {
  const violated = new Set(remaining.map(({ policy }) => policy));
  const policies = new Set(accepted.map(({ violation }) => violation.policy));
  return [...policies]
    .filter((policy) => !violated.has(policy))
    .map((policy) => {
      const own = accepted.filter(({ violation }) => violation.policy === policy);
      const kind = own.some(({ by }) => by === "suppression") ? "suppressed" : "baseline";
      return { policy, reason: { kind, count: own.length } };
    });
}

/** Lists the policies in shadow mode that would be violated. */
export function skipsOfShadowed(shadowed: readonly Violation[]): readonly SkippedPolicy[] {
  return [...new Set(shadowed.map(({ policy }) => policy))].map((policy) => ({
    policy,
    reason: { kind: "shadow", count: shadowed.filter((violation) => violation.policy === policy).length },
  }));
}
