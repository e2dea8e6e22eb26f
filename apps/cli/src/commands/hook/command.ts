import type { HostId, HookOutput } from "@precept/agent-hooks";
import { maxPayloadLength } from "@precept/agent-hooks/payload-limit";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { answerPayload } from "./answer-payload.ts";

/** Answers a hook. Standard output carries the protocol of the agent. */
export async function answerHook({ settings, options, args, terminal }: CallWithoutWorkspace): Promise<CommandResult> {
  // Commander has checked the agent.
  const host = args[0] as HostId | undefined;
  const input = terminal.readInput(maxPayloadLength);
  return toResult(await answerPayload({ host, hasRoot: options.root !== undefined, settings, env: terminal.env, input }));
}

function toResult({ stdout, stderr, exitCode }: HookOutput): CommandResult {
  return {
    code: exitCode === 0 ? "ok" : "usage",
    json: undefined,
    text: () => stdout,
    isVerbatim: true,
    notice: () => stderr,
  };
}
