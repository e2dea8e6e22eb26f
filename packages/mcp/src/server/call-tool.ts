import { compareText, PreceptError } from "@precept/core";
import { toPriorityNotification, type Phase, type PriorityNotification } from "@precept/governance";
import type { HostEnforceOptions, RuleEngineHost } from "../host/host.ts";
import { ruleEngineTool } from "../names.ts";
import { answer, refuse, toDecisionAnswer, toExecuteAnswer, toRegisterAnswer, type ToolAnswer } from "./answer.ts";
import { policyOfTool, type ProtocolEra } from "./policy-tools.ts";
import { ArgumentProblem, readPolicyArguments, readRuleEngineArguments, type CheckRequest } from "./read-arguments.ts";

/** One call of a tool, and what it was called with besides its arguments. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  /** Where the arguments name none. */
  readonly phase: Phase | undefined;
  readonly era: ProtocolEra;
  readonly mayRegister: boolean;
  readonly signal: AbortSignal;
  /** Tells of violations, the most urgent first. */
  readonly notify: (notifications: readonly PriorityNotification[]) => Promise<void>;
}

/** How many violations of one text are told of. */
const maxNotifications = 20;

/**
 * Does what a tool is called for. What the caller can put right is an answer, not an error of the protocol.
 *
 * @returns undefined where there is no such tool.
 */
export async function callTool(host: RuleEngineHost, call: ToolCall): Promise<ToolAnswer | undefined> {
  const policy = policyOfTool(call.name);
  if (call.name !== ruleEngineTool && !(await isInForce(host, policy))) return undefined;
  try {
    return policy === undefined
      ? await callRuleEngine(host, call)
      : await execute(host, call, readPolicyArguments(call.arguments), call.phase, policy);
  } catch (error) {
    if (error instanceof ArgumentProblem) return refuse(error.message);
    if (PreceptError.is(error)) return refuse(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
    throw error;
  }
}

async function callRuleEngine(host: RuleEngineHost, call: ToolCall): Promise<ToolAnswer> {
  const request = readRuleEngineArguments(call.arguments);
  if (request.action === "register") {
    if (!call.mayRegister) return refuse("Policies can't be registered here; they are in files, which people change.");
    const registered = toRegisterAnswer(await host.register(request.rule), call.era);
    return answer(registered, !registered.accepted);
  }
  const { action, ruleId, phase = call.phase } = request;
  if (ruleId !== undefined && !(await isInForce(host, ruleId))) {
    return refuse(`There is no policy \`${ruleId}\` in force; tools/list names those there are.`);
  }
  if (action === "execute") return execute(host, call, request, phase, ruleId);
  return answer(toDecisionAnswer(await host.check(request.subject, optionsFor(call, request, phase, ruleId)), request.explains));
}

async function execute(
  host: RuleEngineHost,
  call: ToolCall,
  request: CheckRequest,
  phase: Phase | undefined,
  ruleId: string | undefined,
): Promise<ToolAnswer> {
  const decision = await host.enforce(request.subject, optionsFor(call, request, phase, ruleId));
  const urgent = decision.violations.toSorted((left, right) => compareText(left.priority, right.priority));
  await call.notify(urgent.slice(0, maxNotifications).map(toPriorityNotification));
  return answer(toExecuteAnswer(decision, request.explains));
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

async function isInForce(host: RuleEngineHost, policy: string | undefined): Promise<boolean> {
  return (await host.policies()).some(({ id }) => id === policy);
}
