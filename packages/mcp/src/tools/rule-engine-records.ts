import { toWireAdvice, type Phase } from "@precept/governance";
import type { RuleEngineHost } from "../host/rule-engine-host.ts";
import { enforcedResult } from "./enforced-result.ts";
import { InvalidArgumentsError } from "./parse-arguments.ts";
import type { RuleEngineRequest } from "./rule-engine-arguments.ts";
import type { ToolCall } from "./tool.ts";
import { toolError, toolResult, type CallResult } from "./tool-result.ts";

type RequestOf<Action extends RuleEngineRequest["action"]> = Extract<RuleEngineRequest, { readonly action: Action }>;

/** Records a violation that the agent found. */
export async function reportViolation(
  host: RuleEngineHost,
  call: ToolCall,
  { ruleId, location, phase, actor }: RequestOf<"report_violation"> & { readonly phase: Phase | undefined },
): Promise<CallResult> {
  const { report } = host;
  if (report === undefined) return toolError("This server does not record violations.");
  return enforcedResult(call, true, (asking) =>
    report(ruleId, location, { ...actor, signal: call.signal, ...(phase !== undefined && { phase }), ...asking }),
  );
}

/** Counts advice as ignored, or resolves it. The answer has its key, its count and its threshold. */
export async function replyToAdvice(
  host: RuleEngineHost,
  { action, key, actor }: RequestOf<"ignore_advice" | "comply_with_advice">,
): Promise<CallResult> {
  const reply = action === "ignore_advice" ? host.ignoreAdvice : host.complyWithAdvice;
  if (reply === undefined) return toolError("This server does not count advice.");
  const changes = await reply({ key, ...actor });
  return toolResult({ effects: changes.map(({ kind, ...advice }) => ({ effect: kind, ...toWireAdvice(advice) })) });
}

/** Returns entries of the audit log, or their numbers. */
export async function readAudit(
  { audit }: RuleEngineHost,
  { signal }: ToolCall,
  { action, ruleId, phase, actor, limit, before }: RequestOf<"list_audit" | "audit_stats">,
): Promise<CallResult> {
  if (audit === undefined) return toolError("This server does not let clients read the audit log.");
  const request = { ...actor, signal, ...(ruleId !== undefined && { ruleId }), ...(phase !== undefined && { phase }) };
  if (action === "audit_stats") return toolResult(await audit.stats(request));
  const page = await audit.list({ ...request, limit, before });
  if (page === undefined) {
    throw new InvalidArgumentsError(
      "`before` must be the `previous` of an answer with the same arguments; the entry does not exist.",
    );
  }
  return toolResult({ entries: page.entries, previous: page.previous ?? null });
}
