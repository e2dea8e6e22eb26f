import { toWireDecision, type Decision, type WireDecision } from "@precept/governance";
import { toWireDiagnostic, type Diagnostic } from "@precept/core";
import type { StarterCase } from "./starter-cases.ts";

/**
 * What an attempt achieved. `held`: the policy is violated as before. `refused`: the request failed. `reported`: the policy is weaker, and the answer or
 * a diagnostic names it. `unseen`: the policy is weaker, and nothing says so.
 */
export type Verdict = "held" | "refused" | "reported" | "unseen";

/** The verdicts, worst first. */
const worstFirst: readonly Verdict[] = ["unseen", "reported", "refused", "held"];

/** Returns the worst verdict. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return worstFirst.find((verdict) => verdicts.includes(verdict)) ?? "held";
}

/**
 * Judges a decision of a project, which does not say why policies were skipped.
 *
 * @param diagnostics those of the project.
 */
export function judge(one: StarterCase, decision: Decision, diagnostics: readonly Diagnostic[] = []): Verdict {
  const wire = toWireDecision(decision);
  const all = [...wire.diagnostics, ...diagnostics.map(toWireDiagnostic)];
  return judgeWire(one, { ...wire, skipped: [], diagnostics: all });
}

/** Judges a decision as a client receives it. */
export function judgeWire({ policy, action }: StarterCase, decision: WireDecision): Verdict {
  const { violations, accepted, shadowed, skipped, diagnostics } = decision;
  const { id } = policy;
  const isOwn = (one: { readonly rule_id: string }): boolean => one.rule_id === id;
  const found = policy.mode === "shadow" ? shadowed : violations;
  if (found.some((one) => isOwn(one) && one.handler === action)) return "held";
  const named = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  const isReported =
    [...accepted, ...shadowed, ...skipped].some(isOwn) ||
    diagnostics.some(({ severity, message }) => severity !== "info" && named.test(message));
  return isReported ? "reported" : "unseen";
}
