import { formatNumber } from "@precept/core";
import { policyActionSpecs, type AskedQuestion, type EnforcedOutcome, type Violation } from "@precept/governance";
import type { CheckedCall } from "./events.ts";

/** What was checked: see `PolicyEnforcedEvent`. */
export type CheckedText = CheckedCall["checked"];

/** The maximum number of violations in a text for the model, which states the number of further ones. */
const maxViolations = 20;

/** The maximum length of a corrected text in advice, in UTF-16 code units. A longer text is only mentioned. */
const maxFixLength = 20_000;

const denials: Record<CheckedText, (tool: string | null) => string> = {
  arguments: (tool) => `The tool call was denied by policy: ${tool} was not run.`,
  result: (tool) => `The result of ${tool} was withheld by policy.`,
  prompt: () => "The prompt was denied by policy: it was not sent to the model.",
  response: () => "The answer was withheld by policy.",
};

/** The subjects of advice. */
const topics: Record<CheckedText, string> = {
  arguments: "this tool call",
  result: "this result",
  prompt: "the prompt",
  response: "the answer",
};

/**
 * Describes a denial to the model: why, and what to do.
 *
 * @param isSeen whether the model has the text nevertheless, because the host cannot replace it. Default false.
 */
export function describeDenial(
  decision: EnforcedOutcome,
  tool: string | null,
  checked: CheckedText,
  isSeen: boolean = false,
): string {
  const what = isSeen
    ? `The result of ${tool} violates a policy. It was seen: it could not be withheld.`
    : denials[checked](tool);
  const stopping = decision.violations.filter(({ action }) => policyActionSpecs[action].stopsAgent);
  const lines = decision.stops
    ? [what, ...describeViolations(stopping), ...describeWayOn(stopping, decision.denialKeys ?? [])]
    : [what, ...decision.questions.filter(({ denies }) => denies).map(describeQuestion)];
  const { rollback } = decision;
  if (rollback?.kind === "done") {
    const undo = rollback.undo === undefined ? "" : ` To undo: ${rollback.undo}`;
    lines.push(`The working tree was restored to the last checkpoint.${undo}`);
  }
  return lines.join("\n");
}

/** What to do after a denial: the suggestions, if all policies have one. A person is needed otherwise. */
function describeWayOn(stopping: readonly Violation[], keys: readonly string[]): readonly string[] {
  const hasWayOn =
    stopping.length > 0 && stopping.every(({ suggestion }) => suggestion !== undefined && !/\bhuman\b/i.test(suggestion));
  const instruction = hasWayOn
    ? "Do not try to reach the same result in another way. Follow the suggestion, or do something else."
    : `Now ${policyActionSpecs.TERMINATE.instruction}.`;
  if (keys.length === 0) return [instruction];
  return [
    instruction,
    `Only a person can allow exactly this call, for ten minutes: ${keys.map((key) => `precept approvals approve ${key}`).join("; ")}`,
  ];
}

/** Describes a denial whose policies could not be checked. */
export function describeFailure(error: unknown, tool: string | null, checked: CheckedText): string {
  const problem = error instanceof Error ? error.message : String(error);
  return `${denials[checked](tool)}\nThe policies could not be checked: ${problem}\nTell a human. Do not try to reach the same result in another way.`;
}

/** Describes violations that do not deny. Undefined if none needs the attention of the model. */
export function describeAdvice({ violations, fixes }: EnforcedOutcome, checked: CheckedText): string | undefined {
  // The model need not know about violations that are only logged.
  const advice = violations.filter(({ action }) => action !== "LOG_ONLY");
  if (advice.length === 0) return undefined;
  const instructions = new Set(advice.map(({ action }) => `${action}: ${policyActionSpecs[action].instruction}.`));
  const texts = checked === "arguments" ? fixes.map(describeFix) : [];
  return [`Policies about ${topics[checked]}:`, ...describeViolations(advice), ...instructions, ...texts].join("\n");
}

/** Describes violations that a fix would remove, and the fixed texts. */
export function describeFixes({ violations, fixes }: Pick<EnforcedOutcome, "violations" | "fixes">): string {
  return [...describeViolations(violations), ...fixes.map(describeFix)].join("\n");
}

function describeQuestion({ question, answer }: AskedQuestion): string {
  const { policy, file, message, suggestion, key } = question;
  const location = file === undefined ? "" : ` ${file}`;
  const text = `- ${policy} (ASK)${location}: ${message}${suggestion === undefined ? "" : ` ${suggestion}`}`;
  if (answer === undefined) {
    return `${text}\nA human must approve this: question ${key}. Tell the human, and do something else until then. Do not try to reach the same result in another way.`;
  }
  const reason = answer.reason === undefined ? "" : `: ${answer.reason}`;
  return `${text}\n${answer.by} denied it${reason}. Do something else. Do not try to reach the same result in another way.`;
}

/** Equal lines stand once: some hosts send one result in two forms, each of which violates the policy. */
function describeViolations(violations: readonly Violation[]): readonly string[] {
  const lines = [...new Set(violations.map(describeViolation))];
  const rest = lines.length - maxViolations;
  return [...lines.slice(0, maxViolations), ...(rest > 0 ? [`- … and ${formatNumber(rest)} more violations`] : [])];
}

function describeViolation({ policy, action, file, line, message, suggestion }: Violation): string {
  const location = file === undefined ? "" : ` ${file}:${line}`;
  return `- ${policy} (${action})${location}: ${message}${suggestion === undefined ? "" : ` ${suggestion}`}`;
}

function describeFix({ file, text }: EnforcedOutcome["fixes"][number]): string {
  const name = file === undefined ? "The corrected text" : `The corrected text of ${file}`;
  return text.length > maxFixLength
    ? `${name} is not shown, because it has ${formatNumber(text.length)} characters.`
    : `${name}:\n${text}`;
}
