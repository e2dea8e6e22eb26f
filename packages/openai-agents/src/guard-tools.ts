import type { Shell, ShellResult, Tool } from "@openai/agents";
import type { RulesMiddleware } from "@precept/middleware";
import { guardEditor } from "./guard-editor.ts";
import { guardFunctionTool } from "./guard-function-tool.ts";
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

/**
 * Returns a shell whose commands and their output are checked. The commands of a denied call are not run: the model
 * reads why in the error output.
 */
function guardShell(rules: RulesMiddleware, name: string, shell: Shell): Shell {
  return {
    async run(action) {
      const call = { name, arguments: { command: action.commands.join("\n") } };
      const before = await rules.beforeToolCall(call);
      if (!before.allowed) return denied(before.message);
      const result = await shell.run(action);
      const texts = result.output.map(({ stdout, stderr }) => [stdout, stderr]);
      const after = await rules.afterToolCall(call, texts, before);
      if (!after.allowed) return denied(after.message);
      if (after.advice === undefined) return result;
      return { ...result, output: [...result.output, outputOf(after.advice, 0)] };
    },
  };
}

function denied(message: string): ShellResult {
  return { output: [outputOf(message, 1)] };
}

function outputOf(stderr: string, exitCode: number): ShellResult["output"][number] {
  return { stdout: "", stderr, outcome: { type: "exit", exitCode } };
}
