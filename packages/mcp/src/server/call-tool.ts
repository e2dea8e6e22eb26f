import { compareText, PreceptError } from "@precept/core";
import {
  toPriorityNotification,
  toWireEnforcedDecision,
  toWireExplainedDecision,
  type Phase,
  type PriorityNotification,
} from "@precept/governance";
import type { HostEnforceOptions, RuleEngineHost } from "../host/host.ts";
import { ruleEngineTool } from "../names.ts";
import { toolResult, toolError, toRegisterResult, type ToolResult } from "./tool-result.ts";
import { policyOfTool, type ProtocolEra } from "./policy-tools.ts";
import { InvalidArgumentsError, readPolicyArguments, readRuleEngineArguments, type CheckRequest } from "./read-arguments.ts";

/** A tool call and its context. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  /** The phase if the arguments have none. */
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  readonly mayRegister: boolean;
  readonly signal: AbortSignal;
  /** Sends notifications of violations, most urgent first. */
  readonly notify: (notifications: readonly PriorityNotification[]) => Promise<void>;
}

/** The maximum number of notifications for one text. */
const maxNotifications = 20;

/**
 * Calls a tool. Errors that the caller can fix are results, not protocol errors.
 *
 * @returns undefined for an unknown tool.
 */
export async function callTool(host: RuleEngineHost, call: ToolCall): Promise<ToolResult | undefined> {
  const policy = policyOfTool(call.name);
  if (call.name !== ruleEngineTool && !(await isActive(host, policy))) return undefined;
  try {
    return policy === undefined
      ? await callRuleEngine(host, call)
      : await execute(host, call, readPolicyArguments(call.arguments), call.phase, policy);
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return toolError(error.message);
    if (PreceptError.is(error)) return toolError(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
    throw error;
  }
}

async function callRuleEngine(host: RuleEngineHost, call: ToolCall): Promise<ToolResult> {
  const request = readRuleEngineArguments(call.arguments);
  if (request.action === "register") {
    if (!call.mayRegister)
      return toolError("This server does not accept new policies. They are defined in files of the project.");
    const registered = toRegisterResult(await host.register(request.rule), call.era);
    return toolResult(registered, !registered.accepted);
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

async function isActive(host: RuleEngineHost, policy: string | undefined): Promise<boolean> {
  return (await host.policies()).some(({ id }) => id === policy);
}
