import type { RuleStore } from "@precept/core";
import { tool, type CallModelInputFilter, type FunctionTool, type MCPServer, type RunConfig, type Tool } from "@openai/agents";
import {
  addRulesSection,
  createRulesMiddleware,
  requestRulesTool,
  type RequestRulesTool,
  type RulesMiddleware,
  type RulesSource,
} from "@precept/middleware";
import { guardMcpServer } from "./guard-mcp-server.ts";
import { guardTools } from "./guard-tools.ts";
import { createPromptGuardrail, createResponseGuardrail } from "./message-guardrails.ts";
import { callOptionsFor, type RulesMiddlewareOptions } from "./options.ts";
import { readItems } from "./read-items.ts";

/** The settings of a `Runner`, or of a run, that add rules and enforce policies on prompts and final outputs. */
export type RulesRunConfig = Required<Pick<RunConfig, "callModelInputFilter" | "inputGuardrails" | "outputGuardrails">>;

/** The function tool with which a model asks for rules. */
export type RequestRulesFunction<Context> = FunctionTool<Context, RequestRulesTool["parameters"], string>;

/** Rules and policies for the OpenAI Agents SDK. Stateless: one serves any number of runs at the same time. */
export interface OpenAIAgentsRules<Context = unknown> {
  /** For `new Runner(…)`. A run takes `callModelInputFilter` too, but not the guardrails. */
  readonly runConfig: RulesRunConfig;
  /**
   * Returns tools whose calls are checked: function tools, agents as tools, local shells and editors. A tool call that
   * a policy denies is not run, and the model reads why in its result.
   *
   * Computer tools, and tools that the provider runs (web search, hosted MCP), are returned as they are: the SDK has no
   * way to check their calls.
   */
  guardTools<Guarded extends Tool<Context>>(tools: readonly Guarded[]): Guarded[];
  /**
   * The tool `request_rules`, with which the model asks for rules by name. Add it to the `tools` of an agent: the
   * instructions then list the rules to ask for.
   */
  readonly requestRules: RequestRulesFunction<Context>;
  /** Returns an MCP server whose tool calls are checked. */
  guardMcpServer<Server extends MCPServer>(server: Server): Server;
}

/**
 * Creates the settings and tools with which runs of the OpenAI Agents SDK follow rules and policies. The rules are
 * added to the instructions before every model call; neither the agent nor the session changes.
 *
 * @param source a workspace, or a rulebook or a store, which have no policies.
 *
 * @example
 * ```ts
 * import { Agent, Runner } from "@openai/agents";
 * import { rulesMiddleware } from "@precept/openai-agents";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * const rules = rulesMiddleware(workspace);
 * const runner = new Runner(rules.runConfig);
 * const agent = new Agent({ name: "Reviewer", instructions: "You review code.", tools: rules.guardTools([rules.requestRules]) });
 * ```
 */
export function rulesMiddleware<Context = unknown>(
  source: RulesSource | RuleStore,
  options: RulesMiddlewareOptions<Context> = {},
): OpenAIAgentsRules<Context> {
  const rules = createRulesMiddleware(source, options);
  return {
    runConfig: {
      callModelInputFilter: createFilter(rules, options),
      inputGuardrails: [createPromptGuardrail(rules, options)],
      outputGuardrails: [createResponseGuardrail(rules, options)],
    },
    requestRules: createRequestTool(rules, options),
    guardTools: (tools) => guardTools(rules, options, tools),
    guardMcpServer: (server) => guardMcpServer(rules, server),
  };
}

function createFilter<Context>(rules: RulesMiddleware, options: RulesMiddlewareOptions<Context>): CallModelInputFilter {
  const filter: CallModelInputFilter = async ({ modelData, agent, context }) => {
    const messages = readItems(modelData.input);
    const canRequestRules = agent.tools.some(({ name }) => name === requestRulesTool.name);
    const call = { ...callOptionsFor(options, { context, agent }), messages, canRequestRules };
    const { section } = await rules.beforeModelCall(call);
    return { ...modelData, instructions: addRulesSection(modelData.instructions ?? "", section) };
  };
  // The filter does not change items, so the SDK need not copy them, and each is read once.
  return Object.assign(filter, { preserveInputIdentity: true });
}

function createRequestTool<Context>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
): RequestRulesFunction<Context> {
  const { name, description, parameters } = requestRulesTool;
  return tool<typeof parameters, Context>({
    name,
    description,
    parameters,
    strict: true,
    // The SDK does not say which agent calls a tool. Rules do not depend on it.
    execute: (given, run) => rules.requestRules(given, callOptionsFor(options, { context: run?.context, agent: { name } })),
  });
}
