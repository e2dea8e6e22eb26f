import { withoutUndefined } from "@precept/core";
import { toWireExplainedDecision, type Phase } from "@precept/governance";
import type { HostEnforceOptions, RuleEngineHost } from "../host/rule-engine-host.ts";
import { ruleEngineTool } from "../names.ts";
import { chooseKind } from "./choose-kind.ts";
import { toRegisterResult } from "./register-result.ts";
import { actorOf, readPolicyArguments, readRuleEngineArguments, type CheckRequest } from "./rule-engine-arguments.ts";
import { ruleEngineToolListing } from "./rule-engine-listing.ts";
import { enforcedResult } from "./enforced-result.ts";
import { readAudit, replyToAdvice, reportViolation } from "./rule-engine-records.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { toolError, toolResult, type CallResult } from "./tool-result.ts";

/** The tool that checks texts against all policies, and registers policies. */
export const ruleEngine: Tool<typeof ruleEngineTool> = {
  name: ruleEngineTool,
  listing: ({ policies }) => (policies === undefined ? undefined : ruleEngineToolListing),
  call: async (call) => {
    const { policies: host } = call.host;
    if (host === undefined) throw new Error("The host has no policies.");
    return callRuleEngine(host, call);
  },
};

/** Calls the tool of a policy. */
export async function callPolicyTool(host: RuleEngineHost, policy: string, call: ToolCall): Promise<CallResult> {
  return execute(host, call, readPolicyArguments(call.arguments), call.phase, policy);
}

/** Whether a policy is active, so that it has a tool. */
export async function isActive(host: RuleEngineHost, policy: string): Promise<boolean> {
  return (await host.policies()).some(({ id }) => id === policy);
}

async function callRuleEngine(host: RuleEngineHost, call: ToolCall): Promise<CallResult> {
  const request = readRuleEngineArguments(call.arguments);
  if (request.action === "register") {
    if (host.register === undefined)
      return toolError("This server does not accept new policies. They are defined in files of the project.");
    const { client: name } = call;
    const registration = await host.register(request.rule, { ...request.by, ...(name !== undefined && { name }) });
    const registered = toRegisterResult(registration, call.era);
    return toolResult(registered, { isError: !registered.accepted });
  }
  switch (request.action) {
    case "ignore_advice":
    case "comply_with_advice":
      return replyToAdvice(host, request);
    case "list_audit":
    case "audit_stats":
      return readAudit(host, call, request);
    case "check_violation":
    case "execute":
    case "report_violation":
      break;
  }
  const { ruleId, phase = call.phase } = request;
  if (ruleId !== undefined && !(await isActive(host, ruleId))) {
    return toolError(`Unknown policy \`${ruleId}\`. \`tools/list\` lists the active policies.`);
  }
  if (request.action === "report_violation") return reportViolation(host, call, { ...request, phase });
  if (request.action === "execute") return execute(host, call, request, phase, ruleId);
  const options = optionsFor(call, request, phase, ruleId);
  const subject = await chooseKind(host, request.subject, options);
  return toolResult(toWireExplainedDecision(await host.check(subject, options), request.explains));
}

async function execute(
  host: RuleEngineHost,
  call: ToolCall,
  request: CheckRequest,
  phase: Phase | undefined,
  ruleId: string | undefined,
): Promise<CallResult> {
  const options = optionsFor(call, request, phase, ruleId);
  const subject = await chooseKind(host, request.subject, options);
  return enforcedResult(call, request.explains, (asking) => host.enforce(subject, { ...options, ...asking }));
}

function optionsFor(
  { signal }: ToolCall,
  { context, highQuality }: CheckRequest,
  phase: Phase | undefined,
  ruleId: string | undefined,
): HostEnforceOptions {
  return {
    context,
    signal,
    ...withoutUndefined({ highQuality, phase }),
    ...(ruleId !== undefined && { only: [ruleId] }),
    ...actorOf(context),
  };
}
