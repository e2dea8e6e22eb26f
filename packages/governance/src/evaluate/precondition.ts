import type { Phase } from "@precept/contract/values";
import { meetsCondition } from "@precept/core";
import type { SkippedPolicyReason } from "../model/decision.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { isCheckedIn, phasesOf } from "../model/tables.ts";
import type { FileFilter } from "./file-filter.ts";
import { checkInput } from "./input-conditions.ts";
import type { EvaluateOptions } from "./options.ts";
import { isReportOnly } from "../prepare/policy-pattern.ts";
import type { PreparedBlock } from "../prepare/prepared-block.ts";
import { commandSubjects, hasCommands } from "./subject-commands.ts";

/** The inputs, other than the text, that decide whether a policy is checked. */
export interface PreconditionInputs extends Required<Pick<EvaluateOptions, "context" | "tables" | "highQuality" | "runner">> {
  readonly phase: Phase | undefined;
  readonly subject: Subject;
  readonly fileFilter: FileFilter;
}

/** Returns why a policy is not checked at all: enabled, match, phase. Undefined if it is. */
export function failedPrecondition(policy: Policy, inputs: PreconditionInputs): SkippedPolicyReason | undefined {
  const { phase, tables, highQuality } = inputs;
  if (!policy.enabled) return { kind: "disabled" };
  if (isReportOnly(policy)) return { kind: "declared" };
  if (phase !== undefined && !isCheckedIn(policy, tables, phase, highQuality)) {
    return { kind: "phase", phase, phases: phasesOf(policy, tables, highQuality) };
  }
  return undefined;
}

/** Returns why a match cannot hold for a file or a context. Undefined if it can. Needs no prepared block. */
export function failedFilter(
  match: PolicyMatch,
  { subject: { file }, context, fileFilter }: PreconditionInputs,
): SkippedPolicyReason | undefined {
  const { filePatterns, contextFilter } = match;
  if (filePatterns.length > 0 && !fileFilter.has(match)) {
    return { kind: "glob", ...(file !== undefined && { file }), patterns: filePatterns };
  }
  for (const [key, wanted] of Object.entries(contextFilter)) {
    const actual = Object.hasOwn(context, key) ? context[key] : undefined;
    // A list is short for `{in: […]}`.
    const isMet = meetsCondition(Array.isArray(wanted) ? { in: wanted } : wanted, actual);
    if (!isMet) return { kind: "filter", key, wanted, ...(actual !== undefined && { actual }) };
  }
  return undefined;
}

/** Returns the first failed condition of a block on the file, context, tool, subject or input. */
export function failedCondition(block: PreparedBlock, inputs: PreconditionInputs): SkippedPolicyReason | undefined {
  const { subject, runner } = inputs;
  const { tools } = block.match;
  const { tool, input } = subject;
  const reason = failedFilter(block.match, inputs);
  if (reason !== undefined) return reason;
  if (!block.hasTool(tool)) return { kind: "tool", wanted: tools, ...(tool !== undefined && { tool }) };
  if (block.match.commands.length > 0 && !hasCommands(subject)) {
    return { kind: "subject", subject: subjectKindOf(subject), wanted: commandSubjects };
  }
  let indeterminate: SkippedPolicyReason | undefined;
  for (const one of block.input) {
    const result = checkInput(one, input, runner);
    if (result === "fails") return { kind: "input", path: one.condition.path };
    if (result !== "holds") indeterminate ??= { kind: "indeterminate", cause: result.indeterminate };
  }
  return indeterminate;
}
