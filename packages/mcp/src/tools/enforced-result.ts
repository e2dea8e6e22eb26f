import { randomUUID } from "node:crypto";
import { compareText } from "@precept/core";
import { toPriorityNotification, toWireEnforcedDecision } from "@precept/governance";
import type { EnforcedHostDecision, HostEnforceOptions } from "../host/rule-engine-host.ts";
import { answersIn, requestAnswers } from "./ask-user.ts";
import { type ToolCall, toolResult, type CallResult } from "./tool.ts";

/** The maximum number of notifications for one text. */
const maxNotifications = 20;

/** Enforces policies. The result can be a request to ask the user, after which the client repeats the call. */
export async function enforcedResult(
  call: ToolCall,
  explains: boolean,
  enforce: (asking: Pick<HostEnforceOptions, "onAsk" | "toolUse">) => Promise<EnforcedHostDecision>,
): Promise<CallResult> {
  const { asking } = call;
  // Both calls are one use of the tool, so that advice counts once.
  const toolUse = asking?.state ?? randomUUID();
  const decision = await enforce({ toolUse, ...(asking !== undefined && { onAsk: answersIn(asking) }) });
  const open = decision.questions.filter(({ status }) => status === "open");
  if (asking !== undefined && asking.responses === undefined && open.length > 0) {
    return requestAnswers(
      open.map(({ question }) => question),
      toolUse,
    );
  }
  const urgent = decision.violations.toSorted((left, right) => compareText(left.priority, right.priority));
  await call.notify(urgent.slice(0, maxNotifications).map(toPriorityNotification));
  return toolResult(toWireEnforcedDecision(decision, explains));
}
