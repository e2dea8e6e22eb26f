import type { Shell, ShellResult } from "@openai/agents";
import type { RulesMiddleware } from "@precept/middleware";

/**
 * Returns a shell whose commands and their output are checked. The commands of a denied call are not run: the model
 * reads why in the error output.
 */
export function guardShell(rules: RulesMiddleware, name: string, shell: Shell): Shell {
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
