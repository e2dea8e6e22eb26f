import { meetsCondition, type Json } from "@precept/core";
import type { SkippedPolicyReason } from "../model/decision.ts";
import type { Phase } from "../model/phase.ts";
import type { Policy } from "../model/policy.ts";
import type { PolicyContext } from "../model/subject.ts";
import { isCheckedIn, phasesOf, type GovernanceTables } from "../model/tables.ts";
import { isDeclaredOnly } from "./policy-pattern.ts";

/** What a policy's gates look at. */
export interface Situation {
  readonly phase: Phase | undefined;
  readonly file: string | undefined;
  readonly context: PolicyContext;
  readonly tables: GovernanceTables;
  readonly highQuality: boolean;
  /** The policies with file patterns that are for the file. */
  readonly fitting: ReadonlySet<Policy>;
}

/** Why a policy is not checked here, before anybody looks at the text; undefined where it is. */
export function closedGate(policy: Policy, situation: Situation): SkippedPolicyReason | undefined {
  const { phase, file, tables, highQuality, context, fitting } = situation;
  const { filePatterns, contextFilter } = policy.match;
  if (!policy.enabled) return { kind: "disabled" };
  if (isDeclaredOnly(policy)) return { kind: "declared" };
  if (phase !== undefined && !isCheckedIn(policy, tables, phase, highQuality)) {
    return { kind: "phase", phase, phases: phasesOf(policy, tables, highQuality) };
  }
  if (filePatterns.length > 0 && !fitting.has(policy)) {
    return { kind: "glob", ...(file !== undefined && { file }), patterns: filePatterns };
  }
  for (const [key, wanted] of Object.entries(contextFilter)) {
    const actual = Object.hasOwn(context, key) ? context[key] : undefined;
    if (!isWanted(wanted, actual)) return { kind: "filter", key, wanted, ...(actual !== undefined && { actual }) };
  }
  return undefined;
}

/** A list of values is a choice. */
function isWanted(wanted: Json, actual: Json | undefined): boolean {
  return meetsCondition(Array.isArray(wanted) ? { in: wanted } : wanted, actual);
}
