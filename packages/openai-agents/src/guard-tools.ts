import type { Tool } from "@openai/agents";
import type { RulesMiddleware } from "@precept/middleware";
import { guardEditor } from "./guard-editor.ts";
import { guardFunctionTool } from "./guard-function-tool.ts";
import { guardShell } from "./guard-shell.ts";
import type { RulesMiddlewareOptions } from "./options.ts";

/** Returns tools whose calls are checked. Computer tools and tools that the provider runs are returned as they are. */
export function guardTools<Context, Guarded extends Tool<Context>>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
  tools: readonly Guarded[],
): Guarded[] {
  return tools.map((tool) => guardTool(rules, options, tool) as Guarded);
}

function guardTool<Context>(
  rules: RulesMiddleware,
  options: RulesMiddlewareOptions<Context>,
  tool: Tool<Context>,
): Tool<Context> {
  if (tool.type === "function") return guardFunctionTool(rules, options, tool);
  if (tool.type === "apply_patch") return { ...tool, editor: guardEditor(rules, options, tool.name, tool.editor) };
  if (tool.type !== "shell" || tool.shell === undefined) return tool;
  return { ...tool, shell: guardShell(rules, tool.name, tool.shell) };
}
