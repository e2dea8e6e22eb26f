import { meetsCondition, type Json } from "@precept/core";
import type { SkippedPolicyReason } from "../model/decision.ts";
import type { Phase } from "../model/phase.ts";
import type { Policy } from "../model/policy.ts";
import type { PolicyContext } from "../model/subject.ts";
import { isCheckedIn, phasesOf, type GovernanceTables } from "../model/tables.ts";
import { isReportOnly } from "./policy-pattern.ts";

/** Everything except the text that decides whether a policy is checked. */
export interface PreconditionInputs {
  readonly phase: Phase | undefined;
  readonly file: string | undefined;
  readonly context: PolicyContext;
  readonly tables: GovernanceTables;
  readonly highQuality: boolean;
  /** The policies whose file patterns match the file. */
  readonly policiesForFile: ReadonlySet<Policy>;
}

/** Returns the first precondition of a policy that fails: enabled, phase, file patterns, context filter. Undefined if all hold. */
export function failedPrecondition(policy: Policy, inputs: PreconditionInputs): SkippedPolicyReason | undefined {
  const { phase, file, tables, highQuality, context, policiesForFile } = inputs;
  const { filePatterns, contextFilter } = policy.match;
  if (!policy.enabled) return { kind: "disabled" };
  if (isReportOnly(policy)) return { kind: "declared" };
  if (phase !== undefined && !isCheckedIn(policy, tables, phase, highQuality)) {
    return { kind: "phase", phase, phases: phasesOf(policy, tables, highQuality) };
  }
  if (filePatterns.length > 0 && !policiesForFile.has(policy)) {
    return { kind: "glob", ...(file !== undefined && { file }), patterns: filePatterns };
  }
  for (const [key, wanted] of Object.entries(contextFilter)) {
    const actual = Object.hasOwn(context, key) ? context[key] : undefined;
    if (!meetsFilter(wanted, actual)) return { kind: "filter", key, wanted, ...(actual !== undefined && { actual }) };
  }
  return undefined;
}

/** A list in a context filter is short for `{in: […]}`. */
function meetsFilter(wanted: Json, actual: Json | undefined): boolean {
  return meetsCondition(Array.isArray(wanted) ? { in: wanted } : wanted, actual);
}
