import { messageOf } from "@precept/files";
import { hookEventKindOf, readHookPayload } from "@precept/governance";
import { isCanary } from "../canary.ts";
import type { HostId } from "../host-ids.ts";
import { denyByExitCode, silent, type HookAnswer, type HookOutput } from "../hosts/answer.ts";
import type { AnsweredEvent, HostSpec } from "../hosts/host-spec.ts";
import { hosts } from "../hosts/hosts.ts";
import { checkedSubjects, checkPolicies, hasCriticalPolicy } from "./check-policies.ts";
import { DeadlineError, startDeadline, type Deadline } from "./deadline.ts";
import { eventBeforeTool, findEvent } from "./find-event.ts";
import { asksForRules, giveContext } from "./give-context.ts";
import type { HookWorkspace } from "./hook-workspace.ts";
import { projectDirectory } from "./project-directory.ts";
import { readInput, type HookInput, type ReadInput } from "./read-input.ts";

export interface RunHookOptions {
  /** The host that the command names. The payload decides, if it shows which host sent it. */
  readonly host?: HostId | undefined;
  /** Opens the project that a directory is in. Called at most once, and only if the event needs it. */
  readonly open: (directory: string) => Promise<HookWorkspace>;
  /** The environment, in which some hosts name the project directory. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The current directory. */
  readonly cwd: string;
  /** Returns the time, in milliseconds since 1970. */
  readonly now: () => number;
  /** The time after which a call is denied instead of checked, in milliseconds. Default: {@link defaultDeadline}, or less if the host waits less. */
  readonly deadline?: number;
}

/** The default of `deadline`. Hosts wait for 30 seconds or longer, and a call that they no longer wait for runs. */
export const defaultDeadline = 10_000;

/**
 * Runs a hook of a coding agent: reads the payload, enforces the policies, adds the rules that apply, and answers in the protocol of the host. It never allows a
 * call: without an opinion, the host's own rules decide.
 *
 * @param input the standard input. A payload that cannot be read is denied before a tool.
 * @returns what to write, and the exit code. Never rejects.
 *
 * @example
 * ```ts
 * import { runHook } from "@precept/agent-hooks";
 * import { openWorkspace } from "@precept/workspace";
 *
 * const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf /" }, cwd: process.cwd() };
 * await using workspace = await openWorkspace(".", { starterPolicies: ["destructive-commands"] });
 * const { stdout } = await runHook(JSON.stringify(payload), {
 *   host: "claude-code",
 *   open: async () => workspace,
 *   env: process.env,
 *   cwd: process.cwd(),
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
    return read.kind === "unreadable" ? answerUnreadable(read) : await answerEvent(read, options, deadline);
  } catch (error) {
    // A bug of ours.
    const host = read.host ?? options.host;
    return denyFailed(host === undefined ? undefined : hosts[host], `Precept failed: ${messageOf(error)}`);
  }
}

/** The time that an answer may take for a host. */
function deadlineOf(host: HostId | undefined): number {
  return host === undefined ? defaultDeadline : Math.min(defaultDeadline, hosts[host].timeLimit.value.milliseconds * 0.8);
}

/** Denies before a tool, and at an event that cannot be seen. */
function answerUnreadable({ problem, host, event }: Extract<ReadInput, { kind: "unreadable" }>): HookOutput {
  const text = `Precept cannot read the payload of this hook: ${problem}.`;
  const spec = host === undefined ? undefined : hosts[host];
  const kind = event === undefined ? "beforeTool" : hookEventKindOf(event);
  if (kind !== "beforeTool" && spec !== undefined && event !== undefined) {
    return note(spec.print(findEvent(spec, event), { verdict: "none" }), [text]);
  }
  return denyFailed(spec, `${text} The call is denied, because it cannot be checked.`);
}

function denyFailed(spec: HostSpec | undefined, reason: string): HookOutput {
  if (spec === undefined) return denyByExitCode(reason);
  const output = spec.print(eventBeforeTool(spec), { verdict: "deny", reason });
  return note(output, output.stderr === "" ? [reason] : []);
}

async function answerEvent(
  { host, value, payload: unrooted }: Extract<ReadInput, { kind: "payload" }>,
  options: RunHookOptions,
  deadline: Deadline,
): Promise<HookOutput> {
  const spec = hosts[host];
  const event = findEvent(spec, unrooted.event, unrooted.kind);
  const say = (answer: HookAnswer, notes: readonly string[] = []): HookOutput => printAnswer(spec, event, answer, notes);
  if (unrooted.kind === "beforeTool" && unrooted.subjects.some(({ kind, text }) => kind === "command" && isCanary(text))) {
    return say({ verdict: "deny", reason: "This is the canary of `precept doctor`. The hook works." });
  }
  const isLooping = "stop_hook_active" in value && value.stop_hook_active === true;
  const { outcome, problem: uncheckable } = unrooted;
  // How a call ended can matter to policies over what happened in the session.
  const isChecked = checkedSubjects(unrooted).length > 0 || uncheckable !== undefined || outcome !== undefined;
  const needsPolicies = isChecked && !isLooping;
  const forgets = losesContext(value, unrooted.kind);
  if (!needsPolicies && !asksForRules(unrooted, event) && !forgets) return say({ verdict: "none" });
  const progress: { hasCritical?: boolean } = {};
  try {
    return await deadline.wait(
      (async () => {
        const workspace = await options.open(projectDirectory(spec, unrooted, options.env, options.cwd));
        const payload = readHookPayload(value, workspace.root) ?? unrooted;
        const notes =
          payload.isUnknownTool === true ? [`The tool "${payload.tool ?? ""}" is not known: its input was checked as text.`] : [];
        let answer: HookAnswer = { verdict: "none" };
        if (needsPolicies) {
          progress.hasCritical = await hasCriticalPolicy(workspace.policies);
          if (payload.problem !== undefined && progress.hasCritical) return say(denyUncheckable(payload.problem), notes);
          answer = await checkPolicies(workspace.policies, { host, event, payload }, deadline.signal);
        }
        if (answer.verdict === "deny" && event.inject !== true) return say(answer, notes);
        const given = { host, spec, event, payload, advice: answer.context, now: options.now(), forgets };
        // A denial or a question must not fail because of rules.
        const added = await giveContext(workspace, given, deadline.signal).catch((error: unknown) => {
          deadline.signal.throwIfAborted();
          return { context: answer.context, problems: [`Rules could not be added: ${messageOf(error)}`] };
        });
        return say(withContext(answer, added.context), [...notes, ...added.problems]);
      })(),
    );
  } catch (error) {
    const problem = error instanceof DeadlineError ? error.message : messageOf(error);
    const text = `Precept could not check this: ${problem}.`.replace(/\.\.$/, ".");
    if (unrooted.kind !== "beforeTool") return say({ verdict: "none" }, [text]);
    if (progress.hasCritical === false)
      return say({ verdict: "none" }, [`${text} No policy of priority P0 exists, so the call is not denied.`]);
    return say(
      { verdict: "deny", reason: `${text} It is denied, because ${closingReason(progress.hasCritical)}. Tell a human.` },
      [text],
    );
  }
}

function closingReason(hasCritical: boolean | undefined): string {
  return hasCritical === true ? "there are policies of priority P0" : "there may be policies of priority P0";
}

function denyUncheckable(problem: string): HookAnswer {
  return { verdict: "deny", reason: `Denied: this call cannot be checked against the policies, because ${problem}.` };
}

/** Whether the agent has lost its earlier context: a new session, or a shortened conversation. A resumed session has it. */
function losesContext(value: object, kind: AnsweredEvent["kind"]): boolean {
  if (kind === "compact" || kind === "afterCompact" || kind === "subagentStart") return true;
  return kind === "sessionStart" && !("source" in value && value.source === "resume");
}

function withContext({ verdict, reason }: HookAnswer, context: string | undefined): HookAnswer {
  return { verdict, ...(reason !== undefined && { reason }), ...(context !== undefined && { context }) };
}

/** Writes an answer, reduced to what the host honours at this event. */
function printAnswer(spec: HostSpec, event: AnsweredEvent, answer: HookAnswer, notes: readonly string[]): HookOutput {
  const { verdict, reason, context } = answer;
  const isHonoured = verdict === "none" || (verdict === "ask" ? event.ask : event.deny) === true;
  const added = event.inject === true && context !== undefined ? { context } : {};
  if (isHonoured) return note(spec.print(event, { verdict, ...(reason !== undefined && { reason }), ...added }), notes);
  // The host cannot stop it: the reason is added as context where possible.
  const explained = event.inject === true ? { context: [reason, context].filter((text) => text !== undefined).join("\n\n") } : {};
  return note(spec.print(event, { verdict: "none", ...explained }), [...notes, ...(reason === undefined ? [] : [reason])]);
}

/** Adds notes to standard error. Hosts that deny by the exit code show them too. */
function note(output: HookOutput, notes: readonly string[]): HookOutput {
  const lines = notes.map((text) => `precept hook: ${text}\n`).join("");
  return { ...silent, ...output, stderr: `${output.stderr}${lines}` };
}
