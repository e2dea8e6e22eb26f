import type { RuleStore } from "@precept/core";
import type { Processor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import {
  createRulesMiddleware,
  delimitRulesSection,
  removeRulesSection,
  requestRulesTool,
  selectCheckOptions,
  type CallOptions,
  type RulesMiddleware,
  type RulesSource,
} from "@precept/middleware";
import { z } from "zod";
import { guardTools } from "./guard-tool.ts";
import { callOptionsFor, checkOptionsFor, type RulesProcessorOptions } from "./options.ts";
import { readAnswer, readMessages, readPrompt } from "./read-messages.ts";

/** Mastra 1.0 accepts no JSON Schema. */
const requestSchema = z.object({ names: z.array(z.string()).describe(requestRulesTool.parameters.properties.names.description) });

/** The processor, for `inputProcessors` of an agent, and for `outputProcessors` to check final answers too. */
export type RulesProcessor = Pick<Processor<"precept-rules">, "id" | "name"> &
  Required<Pick<Processor<"precept-rules">, "processInput" | "processInputStep" | "processOutputResult">>;

/**
 * Creates a processor for `inputProcessors` of a Mastra agent: it adds the rules as a system message before every model
 * call, and enforces the policies on every tool call and its result, and on the prompt. The model can ask for rules by
 * name with the tool `request_rules`. Nothing is saved to memory. One processor serves any number of agents and conversations.
 *
 * @param source a workspace, or a rulebook or a store, which have no policies.
 *
 * @example
 * ```ts
 * import { Agent } from "@mastra/core/agent";
 * import { rulesProcessor } from "@precept/mastra";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * const agent = new Agent({
 *   id: "reviewer",
 *   name: "Reviewer",
 *   instructions: "You review code.",
 *   model: "openai/gpt-5-mini",
 *   inputProcessors: [rulesProcessor(workspace)],
 * });
 * ```
 */
export function rulesProcessor(source: RulesSource | RuleStore, options: RulesProcessorOptions = {}): RulesProcessor {
  const rules = createRulesMiddleware(source, options);
  return {
    id: "precept-rules",
    name: "Precept rules",
    async processInput(args) {
      const decision = await rules.checkPrompt({ text: readPrompt(args.messages), ...checkOptionsFor(options, args) });
      return decision.allowed ? args.messages : args.abort(decision.message);
    },
    async processInputStep(args) {
      const messages = readMessages(args.messages);
      const call = callOptionsFor(options, args);
      const { section, needsRequestTool } = await rules.beforeModelCall({ ...call, messages, canRequestRules: true });
      const guarded = guardTools(rules, args.tools ?? {}, selectCheckOptions(call));
      return {
        systemMessages: addRules(args.systemMessages, section),
        ...(needsRequestTool
          ? { tools: { ...guarded, [requestRulesTool.name]: createRequestTool(rules, call) } }
          : args.tools !== undefined && { tools: guarded }),
      };
    },
    async processOutputResult(args) {
      const decision = await rules.checkResponse({ text: readAnswer(args.messages), ...checkOptionsFor(options, args) });
      return decision.allowed ? args.messages : args.abort(decision.message);
    },
  };
}

function createRequestTool(rules: RulesMiddleware, call: CallOptions) {
  const { name, description } = requestRulesTool;
  return createTool({
    id: name,
    description,
    inputSchema: requestSchema,
    execute: (given: unknown) => rules.requestRules(given, call),
  });
}

type SystemMessages = Parameters<RulesProcessor["processInputStep"]>[0]["systemMessages"];

/**
 * Adds the section as the last system message, in place of an earlier one. The messages before it are unchanged, so
 * that providers can cache them.
 */
function addRules(messages: SystemMessages, section: string): SystemMessages {
  const others = messages.filter(
    ({ content }) => content === "" || typeof content !== "string" || removeRulesSection(content) !== "",
  );
  return section === "" ? others : [...others, { role: "system", content: delimitRulesSection(section) }];
}
