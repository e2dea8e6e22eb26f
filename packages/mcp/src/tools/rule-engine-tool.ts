import { withoutUndefined } from "@precept/core";
import {
  strictestAction,
  subjectKinds,
  toWireAdvice,
  toWireExplainedDecision,
  type Phase,
  type Subject,
} from "@precept/governance";
import type { HostCheckOptions, HostEnforceOptions, RuleEngineHost } from "../host/rule-engine-host.ts";
import { InvalidArgumentsError } from "../invalid-arguments.ts";
import { ruleEngineTool } from "../names.ts";
import { enforcedResult } from "./enforced-result.ts";
import { toRegisterResult } from "./register-result.ts";
import {
  actorOf,
  checkRequestIn,
  locationIn,
  readPolicyArguments,
  readRuleEngineArguments,
  type CheckRequest,
  type RuleEngineArguments,
} from "./rule-engine-arguments.ts";
import { compactRuleEngineListing, ruleEngineToolListing, type RuleEngineAction } from "./rule-engine-listing.ts";
import { toolError, toolResult, type CallResult, type Tool, type ToolCall } from "./tool.ts";

/** The tool that checks texts against all policies, and registers policies. */
export const ruleEngine: Tool<typeof ruleEngineTool> = {
  name: ruleEngineTool,
  isIn: ({ policies }) => policies !== undefined,
  listing: ({ policies }, form) =>
    policies === undefined ? undefined : form === "full" ? ruleEngineToolListing : compactRuleEngineListing,
  call: async (call) => {
    const { policies: host } = call.host;
    if (host === undefined) throw new Error("The host has no policies.");
    const args = readRuleEngineArguments(call.arguments);
    return actions[args.action](host, call, args);
  },
};

export async function callPolicyTool(host: RuleEngineHost, policy: string, call: ToolCall): Promise<CallResult> {
  return execute(host, call, readPolicyArguments(call.arguments, policy), call.phase);
}

/** Whether a policy is active, so that it has a tool. */
export async function isActive(host: RuleEngineHost, policy: string): Promise<boolean> {
  return (await host.policies()).some(({ id }) => id === policy);
}

type CallAction = (host: RuleEngineHost, call: ToolCall, args: RuleEngineArguments) => Promise<CallResult>;

const actions: Readonly<Record<RuleEngineAction, CallAction>> = {
  async register({ register }, { client: name, era }, { rule, context }) {
    if (rule === undefined) throw new InvalidArgumentsError("`rule` is missing: the policy to register.");
    if (register === undefined)
      return toolError("This server does not accept new policies. They are defined in files of the project.");
    const registration = await register(rule, { ...actorOf(context), ...withoutUndefined({ name }) });
    const registered = toRegisterResult(registration, era);
    return toolResult(registered, { isError: !registered.accepted });
  },
  async execute(host, call, args) {
    const request = checkRequestIn(args);
    await assertActive(host, request.only);
    return execute(host, call, request, args.phase ?? call.phase);
  },
  async check_violation(host, call, args) {
    const request = checkRequestIn(args);
    await assertActive(host, request.only);
    const options = optionsFor(call, request, args.phase ?? call.phase);
    const subject = await chooseKind(host, request.subject, options);
    return toolResult(toWireExplainedDecision(await host.check(subject, options), request.explains));
  },
  async report_violation(host, call, args) {
    const { rule_id: ruleId, phase = call.phase, context } = args;
    if (ruleId === undefined) throw new InvalidArgumentsError("`rule_id` is missing: the policy that was violated.");
    const location = locationIn(args);
    await assertActive(host, [ruleId]);
    const { report } = host;
    if (report === undefined) return toolError("This server does not record violations.");
    const options = { ...actorOf(context), signal: call.signal, ...withoutUndefined({ phase }) };
    return enforcedResult(call, true, (asking) => report(ruleId, location, { ...options, ...asking }));
  },
  ignore_advice: async ({ ignoreAdvice }, _call, args) => replyToAdvice(ignoreAdvice, args),
  comply_with_advice: async ({ complyWithAdvice }, _call, args) => replyToAdvice(complyWithAdvice, args),
  async list_audit({ audit }, call, args) {
    if (audit === undefined) return auditRefused;
    const { limit = defaultAuditEntries, before } = args;
    const page = await audit.list({ ...auditRequestOf(call, args), limit, before });
    if (page === undefined) {
      const problem = "`before` must be the `previous` of an answer with the same arguments; the entry does not exist.";
      throw new InvalidArgumentsError(problem);
    }
    return toolResult({ entries: page.entries, previous: page.previous ?? null });
  },
  audit_stats: async ({ audit }, call, args) =>
    audit === undefined ? auditRefused : toolResult(await audit.stats(auditRequestOf(call, args))),
};

const defaultAuditEntries = 50;
const auditRefused = toolError("This server does not let clients read the audit log.");

function auditRequestOf({ signal }: ToolCall, { rule_id: ruleId, phase, context }: RuleEngineArguments) {
  return { ...actorOf(context), signal, ...withoutUndefined({ ruleId, phase }) };
}

/** The answer has the key of the advice, its count and its threshold. */
async function replyToAdvice(
  reply: RuleEngineHost["ignoreAdvice"],
  { advice_key: key, context }: RuleEngineArguments,
): Promise<CallResult> {
  if (key === undefined) throw new InvalidArgumentsError("`advice_key` is missing: the `key` of advice in an earlier answer.");
  if (reply === undefined) return toolError("This server does not count advice.");
  const changes = await reply({ key, ...actorOf(context) });
  return toolResult({ effects: changes.map(({ kind, ...advice }) => ({ effect: kind, ...toWireAdvice(advice) })) });
}

/** @throws InvalidArgumentsError */
async function assertActive(host: RuleEngineHost, policies: readonly string[] | undefined): Promise<void> {
  if (policies === undefined) return;
  const active = new Set((await host.policies()).map(({ id }) => id));
  const unknown = policies.find((policy) => !active.has(policy));
  if (unknown === undefined) return;
  throw new InvalidArgumentsError(`Unknown policy \`${unknown}\`. \`tools/list\` with a phase lists its active policies.`);
}

async function execute(
  host: RuleEngineHost,
  call: ToolCall,
  request: CheckRequest,
  phase: Phase | undefined,
): Promise<CallResult> {
  const options = optionsFor(call, request, phase);
  const subject = await chooseKind(host, request.subject, options);
  return enforcedResult(call, request.explains, (asking) => host.enforce(subject, { ...options, ...asking }));
}

function optionsFor(
  { signal }: ToolCall,
  { context, highQuality, only }: CheckRequest,
  phase: Phase | undefined,
): HostEnforceOptions {
  return { context, signal, ...withoutUndefined({ highQuality, phase, only }), ...actorOf(context) };
}

/**
 * Decides what a text is if the client does not say so, by its `subject` or its file: what has the strictest decision.
 * A command that a client sends as bare text is so stopped like a command. If several have it, the text is the first of
 * them in the order of `subjectKinds`.
 */
async function chooseKind(host: RuleEngineHost, subject: Subject, options: HostCheckOptions): Promise<Subject> {
  if (subject.kind !== undefined || subject.file !== undefined) return subject;
  let strictest = { subject, action: (await host.check(subject, options)).action };
  for (const kind of subjectKinds) {
    const { action } = await host.check({ ...subject, kind }, options);
    if (action !== strictest.action && strictestAction([action, strictest.action]) === action)
      strictest = { subject: { ...subject, kind }, action };
  }
  return strictest.subject;
}
