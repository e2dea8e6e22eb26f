import { formatNumber } from "@precept/core";
import { policyActionSpecs, type EnforcedOutcome, type Violation } from "@precept/governance";

/** How many violations a text names. It says how many more there are. */
const maxViolations = 10;

/** Tells the agent and the user why a call was denied, and what to do instead. */
export function describeDenial(violations: readonly Violation[], { rollback }: EnforcedOutcome): string {
  const lines = ["Denied by policy.", ...describeViolations(violations), `Now ${policyActionSpecs.TERMINATE.instruction}.`];
  if (rollback?.kind === "done") {
    lines.push(
      `The working tree was restored to the last checkpoint.${rollback.undo === undefined ? "" : ` To undo: ${rollback.undo}`}`,
    );
  }
  return lines.join("\n");
}

/** Tells the user what to decide. */
export function describeQuestion(violations: readonly Violation[]): string {
  return ["A policy requires that you decide.", ...describeViolations(violations)].join("\n");
}

/** Tells the agent that a human must decide, where the host cannot ask. */
export function describeUnasked(violations: readonly Violation[]): string {
  return [
    "Denied: a human must approve this, and this agent cannot ask through its hooks.",
    ...describeViolations(violations),
    "Ask the user. They can do it themselves in a terminal, or change the policy.",
  ].join("\n");
}

/** Describes violations that do not deny. Undefined if none needs the attention of the agent. */
export function describeAdvice(violations: readonly Violation[], topic: string): string | undefined {
  // Logging needs nothing from the agent.
  const advice = violations.filter(({ action }) => action !== "LOG_ONLY");
  if (advice.length === 0) return undefined;
  const instructions = new Set(advice.map(({ action }) => `${action}: ${policyActionSpecs[action].instruction}.`));
  return [`Policies about ${topic}:`, ...describeViolations(advice), ...instructions].join("\n");
}

function describeViolations(violations: readonly Violation[]): readonly string[] {
  const unique = [...new Set(violations.map(describeViolation))];
  const rest = unique.length - maxViolations;
  return [...unique.slice(0, maxViolations), ...(rest > 0 ? [`- … and ${formatNumber(rest)} more violations`] : [])];
}

function describeViolation({ policy, action, file, line, message, suggestion, indeterminate }: Violation): string {
  const location = file === undefined ? "" : ` ${file}:${line}`;
  const cause = indeterminate === undefined ? "" : ` (not checked: ${indeterminate})`;
  return `- ${policy} (${action})${location}: ${message}${cause}${suggestion === undefined ? "" : ` ${suggestion}`}`;
}
