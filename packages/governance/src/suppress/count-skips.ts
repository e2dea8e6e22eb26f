import type { AcceptedViolation, SkippedPolicy, Violation } from "../model/decision.ts";

/** The policies all of whose violations were accepted, as skipped ones. */
export function countAccepted(accepted: readonly AcceptedViolation[], left: readonly Violation[]): readonly SkippedPolicy[] {
  const broken = new Set(left.map(({ policy }) => policy));
  const policies = new Set(accepted.map(({ violation }) => violation.policy));
  return [...policies]
    .filter((policy) => !broken.has(policy))
    .map((policy) => {
      const own = accepted.filter(({ violation }) => violation.policy === policy);
      const kind = own.some(({ by }) => by === "suppression") ? "suppressed" : "baseline";
      return { policy, reason: { kind, count: own.length } };
    });
}

/** The policies in shadow mode that would be broken, as skipped ones. */
export function countShadows(shadowed: readonly Violation[]): readonly SkippedPolicy[] {
  return [...new Set(shadowed.map(({ policy }) => policy))].map((policy) => ({
    policy,
    reason: { kind: "shadow", count: shadowed.filter((one) => one.policy === policy).length },
  }));
}
