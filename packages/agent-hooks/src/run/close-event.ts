import type { HookAnswer } from "@precept/mdc-compat/hooks";
import type { AnsweredEvent } from "./find-event.ts";
import type { Diagnostic } from "@precept/core";

/** How many problems a reason lists. It says how many more there are. */
const maxProblems = 3;

export interface Failure {
  readonly canClose: boolean;
  /** Whether the time was over, and the host can ask its user instead. Default false. */
  readonly asks?: boolean;
  /** Whether the time was over, so that the same call may succeed later. Default false. */
  readonly isLate?: boolean;
  /** Whether a policy has priority P0. Undefined: not known. */
  readonly mayHaveCritical: boolean | undefined;
}

/**
 * Whether a failure denies an event: the host honours it, and the agent does not loop because of it. A denied final
 * answer makes the agent continue, so it is denied only by hosts that say when they already continue because of a hook.
 */
export function closesOnFailure({ deny, kind }: AnsweredEvent, payload: object): boolean {
  return deny === true && (kind !== "response" || "stop_hook_active" in payload);
}

/** Answers an event that was not checked: denies it if possible, unless all policies are known to be below P0. */
export function answerFailure(
  problem: string,
  { canClose, mayHaveCritical, asks = false, isLate = false }: Failure,
): { readonly answer: HookAnswer; readonly notes: readonly string[] } {
  const text = `Precept could not check this: ${problem.replace(/\.$/, "")}.`;
  if (!canClose) return { answer: { verdict: "none" }, notes: [text] };
  if (mayHaveCritical === false) {
    return { answer: { verdict: "none" }, notes: [`${text} No policy of priority P0 exists, so the call is not denied.`] };
  }
  const why = mayHaveCritical === true ? "there are policies of priority P0" : "there may be policies of priority P0";
  if (asks) return { answer: { verdict: "ask", reason: `${text} You decide, because ${why}.` }, notes: [text] };
  const remedy = isLate ? "The machine may be busy: make the same call again." : "Tell a human.";
  return { answer: { verdict: "deny", reason: `${text} It is denied, because ${why}. ${remedy}` }, notes: [text] };
}

/** Lists errors in one line, with their files. */
export function describeFailures(failures: readonly Diagnostic[]): string {
  const listed = failures.slice(0, maxProblems).map(({ file, line, message }) => {
    const at = file === undefined || message.includes(file) ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
    return `${at}${message.replace(/\.$/, "")}`;
  });
  const rest = failures.length - listed.length;
  return `${listed.join("; ")}${rest > 0 ? `; and ${rest} more errors` : ""}`;
}
