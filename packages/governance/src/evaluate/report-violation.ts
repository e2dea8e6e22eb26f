import { defaultTables, type SubjectKind } from "@precept/contract/values";
import type { Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { effectivePriorityOf } from "../model/tables.ts";
import type { EvaluateOptions } from "./options.ts";
import { createViolationBuilder } from "./violation-builder.ts";

/** The location of a reported violation. Unknown parts are omitted. */
export interface ReportedLocation {
  readonly file?: string;
  /** From 1. Default 1. */
  readonly line?: number;
  /** From 1. Default 1. */
  readonly column?: number;
  readonly kind?: SubjectKind;
  /** The text at that location. */
  readonly text?: string;
}

export type ReportOptions = Pick<EvaluateOptions, "hash" | "phase" | "tables">;

/**
 * Creates a violation that a human, an agent or another program has found. Policies without `match` can only be
 * violated this way.
 *
 * @example
 * ```ts
 * import { parsePolicies, reportViolation } from "@precept/governance";
 *
 * const [declared] = parsePolicies("{ id: ROLE-1, severity: CRITICAL, message: Reviewers must not edit. }").policies;
 * const hash = (text: string) => text;
 * const violation = declared && reportViolation(declared.policy, { file: "src/cart.ts", line: 3 }, { hash });
 * ```
 */
export function reportViolation(
  policy: Policy,
  location: ReportedLocation,
  { hash, phase, tables = defaultTables }: ReportOptions,
): Violation {
  const { text = "", line = 1, column = 1, ...rest } = location;
  const builder = createViolationBuilder({ text, ...rest }, phase, hash);
  const violation = builder.fromMatch(policy, effectivePriorityOf(policy, tables, phase), { index: 0, text, groups: {} });
  const shift = line - violation.line;
  return {
    ...violation,
    line,
    column,
    endLine: violation.endLine + shift,
    endColumn: violation.endLine === violation.line ? violation.endColumn + column - 1 : violation.endColumn,
  };
}
