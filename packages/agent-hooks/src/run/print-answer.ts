import { silent, type HookAnswer, type HookOutput, type HostSpec } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";

/** Writes an answer, reduced to what the host honours at this event. */
export function printAnswer(spec: HostSpec, event: AnsweredEvent, answer: HookAnswer, notes: readonly string[]): HookOutput {
  const { verdict, reason, context, input, result } = answer;
  const isHonoured = verdict === "none" || (verdict === "ask" ? event.ask : event.deny) === true;
  const added = {
    ...(event.inject === true && context !== undefined && { context }),
    ...(event.replacesCall === true && input !== undefined && { input }),
    ...(event.replacesResult === "shape" && result !== undefined && { result }),
  };
  if (isHonoured) return addNotes(spec.print(event, { verdict, ...(reason !== undefined && { reason }), ...added }), notes);
  // The host cannot stop it: the reason is added as context where possible.
  const explained = event.inject === true ? { context: [reason, context].filter((text) => text !== undefined).join("\n\n") } : {};
  return addNotes(spec.print(event, { verdict: "none", ...explained }), [...notes, ...(reason === undefined ? [] : [reason])]);
}

/** Adds notes to standard error. Hosts that deny by the exit code show them too. */
export function addNotes(output: HookOutput, notes: readonly string[]): HookOutput {
  const lines = notes.map((text) => `precept hook: ${text}\n`).join("");
  return { ...silent, ...output, stderr: `${output.stderr}${lines}` };
}
