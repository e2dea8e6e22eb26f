import type { HookAnswer } from "@precept/mdc-compat/hooks";
import type { EnforcedOutcome, HookPayload, Subject } from "@precept/governance";
import { describeAdvice, describeFixes } from "@precept/middleware";
import type { AnsweredEvent } from "./find-event.ts";
import { replaceInInput } from "./replace-texts.ts";

/**
 * Answers a call that violates policies with the action QUICK_FIX: the fixed call runs instead, if the host replaces
 * calls and nothing else is to be decided. Otherwise the call is denied, with the fix as a text.
 *
 * @returns undefined if there are no such violations.
 */
export function answerQuickFix(
  outcome: EnforcedOutcome,
  subjects: readonly Subject[],
  { event, payload, value }: { readonly event: AnsweredEvent; readonly payload: HookPayload; readonly value: object },
): HookAnswer | undefined {
  const violations = outcome.violations.filter(({ action }) => action === "QUICK_FIX");
  if (event.kind !== "beforeTool" || violations.length === 0) return undefined;
  const description = describeFixes({ ...outcome, violations });
  const tool = payload.tool ?? "the tool";
  const input = event.replacesCall === true ? fixedInput(outcome, violations.length, subjects, value) : undefined;
  if (input === undefined) {
    const next =
      outcome.fixes.length === 0 ? "Follow the suggestion, and make another call." : "Make the call again with this text.";
    return { verdict: "deny", reason: `The tool call was denied by policy: ${tool} was not run.\n${description}\n${next}` };
  }
  const others = describeAdvice(
    { ...outcome, violations: outcome.violations.filter((one) => !violations.includes(one)) },
    "arguments",
  );
  const notice = `A policy changed this call: ${tool} runs with the corrected text. Continue with its result, and do not repeat the call.\n${description}`;
  return { verdict: "none", input, context: others === undefined ? notice : `${notice}\n${others}` };
}

/** The input with the fixed text. Undefined if a violation is not fixed, or it is not known where the text is. */
function fixedInput(
  { fixes, questions }: EnforcedOutcome,
  violations: number,
  subjects: readonly Subject[],
  value: object,
): HookAnswer["input"] {
  const [fix] = fixes;
  if (fix === undefined || fixes.length > 1 || questions.length > 0 || fix.fixed?.length !== violations) return undefined;
  const matching = subjects.filter(({ file, text }) => file === fix.file && text !== "");
  const [subject] = matching;
  return subject === undefined || matching.length > 1 ? undefined : replaceInInput(value, subject.text, fix.text);
}
