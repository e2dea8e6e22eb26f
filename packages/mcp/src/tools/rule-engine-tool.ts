import { compareText } from "@precept/core";
import { toPriorityNotification, toWireEnforcedDecision, toWireExplainedDecision, type Phase } from "@precept/governance";
import type { HostEnforceOptions, RuleEngineHost } from "../host/rule-engine-host.ts";
import { ruleEngineTool } from "../names.ts";
import { toRegisterResult } from "./register-result.ts";
import { readPolicyArguments, readRuleEngineArguments, type CheckRequest } from "./rule-engine-arguments.ts";
import { ruleEngineToolListing } from "./rule-engine-listing.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { toolError, toolResult, type ToolResult } from "./tool-result.ts";

/** The maximum number of notifications for one text. */
const maxNotifications = 20;

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
export async function callPolicyTool(host: RuleEngineHost, policy: string, call: ToolCall): Promise<ToolResult> {
  return execute(host, call, readPolicyArguments(call.arguments), call.phase, policy);
}

/** Whether a policy is active, so that it has a tool. */
export async function isActive(host: RuleEngineHost, policy: string): Promise<boolean> {
  return (await host.policies()).some(({ id }) => id === policy);
}

async function callRuleEngine(host: RuleEngineHost, call: ToolCall): Promise<ToolResult> {
  const request = readRuleEngineArguments(call.arguments);
  if (request.action === "register") {
    if (host.register === undefined)
      return toolError("This server does not accept new policies. They are defined in files of the project.");
    const { client: name } = call;
    const registration = await host.register(request.rule, { ...request.by, ...(name !== undefined && { name }) });
    const registered = toRegisterResult(registration, call.era);
    return toolResult(registered, { isError: !registered.accepted });
  }
  const { action, ruleId, phase = call.phase } = request;
  if (ruleId !== undefined && !(await isActive(host, ruleId))) {
    return toolError(`Unknown policy \`${ruleId}\`. \`tools/list\` lists the active policies.`);
  }
  if (action === "execute") return execute(host, call, request, phase, ruleId);
  return toolResult(
    toWireExplainedDecision(await host.check(request.subject, optionsFor(call, request, phase, ruleId)), request.explains),
  );
}

async function execute(
  host: RuleEngineHost,
  call: ToolCall,
  request: CheckRequest,
  phase: Phase | undefined,
  ruleId: string | undefined,
): Promise<ToolResult> {
  const decision = await host.enforce(request.subject, optionsFor(call, request, phase, ruleId));
  const urgent = decision.violations.toSorted((left, right) => compareText(left.priority, right.priority));
  await call.notify(urgent.slice(0, maxNotifications).map(toPriorityNotification));
  return toolResult(toWireEnforcedDecision(decision, request.explains));
}

function optionsFor(
  { signal }: ToolCall,
  { context }: CheckRequest,
  phase: Phase | undefined,
  ruleId: string | undefined,
): HostEnforceOptions {
  const { session, agent } = context;
  return {
    context,
    signal,
    ...(phase !== undefined && { phase }),
    ...(ruleId !== undefined && { only: [ruleId] }),
    ...(typeof session === "string" && { session }),
    ...(typeof agent === "string" && { agent }),
  };
}
