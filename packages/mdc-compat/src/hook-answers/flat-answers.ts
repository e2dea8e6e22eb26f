import { printJson } from "./answer.ts";
import type { PrintAnswer } from "../model/host-spec.ts";

/** How a host with the fields `decision` and `reason` names them. */
export interface FlatAnswers {
  /** The value of `decision` that denies. */
  readonly deny: "deny" | "block";
  /** Where context is. Undefined: the host takes none. */
  readonly context?: "hookSpecificOutput" | "additionalContext";
}

/** Answers of hosts whose decision is a field at the top level. Without a decision and context, nothing is printed. */
export function flatAnswers({ deny, context: where }: FlatAnswers): PrintAnswer {
  return ({ name }, { verdict, reason, context }) => {
    const decision = verdict === "none" ? {} : { decision: verdict === "deny" ? deny : verdict, reason };
    if (context === undefined || where === undefined) return printJson(decision);
    const added = { additionalContext: context };
    return printJson({
      ...decision,
      ...(where === "additionalContext" ? added : { hookSpecificOutput: { hookEventName: name, ...added } }),
    });
  };
}
