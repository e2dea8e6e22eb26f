import { Argument } from "commander";
import { hostIds } from "@precept/agent-hooks/host-ids";
import type { CommandResult, Define } from "../../define.ts";

export const defineHook: Define = (program) =>
  program
    .command("hook")
    .addArgument(new Argument("[agent]", "the agent that runs the hook (default: the payload tells)").choices(hostIds))
    .summary("answer a hook of a coding agent")
    .description(
      "Reads the payload of a hook from standard input, and answers in the protocol of the agent: denies tool calls that violate the policies, with the reason, and " +
        "adds the rules that apply and that the agent has not been given. Agents start this command; precept install adds it to their settings. Standard output " +
        "has only the answer. Without an opinion it does not allow a call: the agent's own settings decide. A payload that cannot be read is denied before a tool.",
    )
    .examples("reference/agent-hooks.md", {
      "Show what Claude Code would receive": `echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | precept hook claude-code`,
    })
    .runsWithoutWorkspace(() => import("./command.ts").then(({ answerHook }) => answerHook, failClosed));

/** If the implementation cannot be loaded, the exit code denies: most agents run the tool after any other one. */
function failClosed(error: unknown) {
  const problem = error instanceof Error ? error.message : String(error);
  return async (): Promise<CommandResult> => ({
    code: "usage",
    json: undefined,
    text: () => "",
    notice: () => `precept hook: Precept failed: ${problem}\n`,
  });
}
