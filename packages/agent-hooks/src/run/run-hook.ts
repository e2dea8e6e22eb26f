import { denyByExitCode, type HookOutput, type HostSpec, hosts } from "@precept/mdc-compat/hooks";
import { messageOf } from "@precept/files";
import { hookEventKindOf } from "@precept/governance";
import { observe } from "@precept/telemetry";
import type { HostId } from "../host-ids.ts";
import { addAnswer } from "./add-answer.ts";
import { answerEvent } from "./answer-event.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { eventBeforeTool, findEvent } from "./find-event.ts";
import { defaultDeadline, type RunHookOptions } from "./run-options.ts";
import { addNotes } from "./print-answer.ts";
import { readInput, type HookInput, type ReadInput } from "./read-input.ts";

/**
 * Runs a hook of a coding agent: reads the payload, enforces the policies, adds the rules that apply, and answers in
 * the protocol of the host. It never allows a call: without an opinion, the host's own rules decide.
 *
 * @param input the standard input. A payload that cannot be read is denied before a tool.
 * @returns what to write, and the exit code. Never rejects.
 *
 * @example
 * ```ts
 * import { runHook } from "@precept/agent-hooks";
 * import { openWorkspace } from "@precept/workspace";
 *
 * const cwd = process.cwd();
 * const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf /" }, cwd };
 * await using workspace = await openWorkspace(".", { starterPolicies: ["destructive-commands"] });
 * const { stdout } = await runHook(JSON.stringify(payload), {
 *   host: "claude-code",
 *   open: async () => workspace,
 *   env: process.env,
 *   cwd,
 *   now: Date.now,
 * });
 * console.log(stdout); // {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",…
 * ```
 */
export async function runHook(input: HookInput, options: RunHookOptions): Promise<HookOutput> {
  using deadline = startDeadline(options.deadline ?? deadlineOf(options.host));
  let read: ReadInput;
  try {
    read = readInput(await deadline.wait(Promise.resolve(input)), options.host);
  } catch (error) {
    read = { kind: "unreadable", problem: messageOf(error), host: options.host, event: undefined };
  }
  try {
    return read.kind === "unreadable" ? answerUnreadable(read) : await answerObserved(await addAnswer(read), options, deadline);
  } catch (error) {
    // A bug of ours.
    const host = read.host ?? options.host;
    return denyFailed(host === undefined ? undefined : hosts[host], `Precept failed: ${messageOf(error)}`);
  }
}

/** Answers an event, traced and measured. */
function answerObserved(
  read: Extract<ReadInput, { kind: "payload" }>,
  options: RunHookOptions,
  deadline: Deadline,
): Promise<HookOutput> {
  const attributes = {
    "gen_ai.agent.name": read.host,
    "gen_ai.conversation.id": read.payload.session,
    "precept.hook.event": read.payload.kind,
  };
  return observe("hook", attributes, () => answerEvent(read, options, deadline));
}

/** The time that an answer may take for a host, in milliseconds. */
function deadlineOf(host: HostId | undefined): number {
  return host === undefined ? defaultDeadline : Math.min(defaultDeadline, hosts[host].timeLimit.value.milliseconds * 0.8);
}

/** Denies before a tool, and at an event that cannot be seen. */
function answerUnreadable({ problem, host, event }: Extract<ReadInput, { kind: "unreadable" }>): HookOutput {
  const text = `Precept cannot read the payload of this hook: ${problem}.`;
  const spec = host === undefined ? undefined : hosts[host];
  const kind = event === undefined ? "beforeTool" : hookEventKindOf(event);
  if (kind !== "beforeTool" && spec !== undefined && event !== undefined) {
    return addNotes(spec.print(findEvent(spec, event), { verdict: "none" }), [text]);
  }
  return denyFailed(spec, `${text} The call is denied, because it cannot be checked.`);
}

function denyFailed(spec: HostSpec | undefined, reason: string): HookOutput {
  if (spec === undefined) return denyByExitCode(reason);
  const output = spec.print(eventBeforeTool(spec), { verdict: "deny", reason });
  return addNotes(output, output.stderr === "" ? [reason] : []);
}
