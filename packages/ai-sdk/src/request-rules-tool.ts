import type { RuleStore } from "@precept/core";
import {
  createRulesMiddleware,
  requestRulesTool as definition,
  type MiddlewareOptions,
  type RulesSource,
} from "@precept/middleware";
import { z } from "zod";
import { optionsOfExecution, type ToolExecutionOptions } from "./execution-options.ts";

const inputSchema: z.ZodObject<{ names: z.ZodArray<z.ZodString> }> = z.object({
  names: z.array(z.string()).describe(definition.parameters.properties.names.description),
});

/** A tool of AI SDK 5, 6 and 7. Uses the types of no version, so that it fits all of them. */
export interface RequestRulesTool {
  readonly description: string;
  readonly inputSchema: typeof inputSchema;
  execute(input: z.infer<typeof inputSchema>, options: ToolExecutionOptions): Promise<string>;
}

/**
 * Creates the tool with which a model asks for rules by name. Pass it as the tool `request_rules`: if a call has it,
 * `rulesMiddleware` lists the rules to ask for, and adds those that were asked for.
 *
 * @param source the source of `rulesMiddleware`.
 *
 * @example
 * ```ts
 * import { requestRulesTool } from "@precept/ai-sdk";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * const tools = { request_rules: requestRulesTool(workspace) };
 * ```
 */
export function requestRulesTool(source: RulesSource | RuleStore, options: MiddlewareOptions = {}): RequestRulesTool {
  const rules = createRulesMiddleware(source, options);
  return {
    description: definition.description,
    inputSchema,
    execute: (input, execution) => rules.requestRules(input, optionsOfExecution(execution)),
  };
}
