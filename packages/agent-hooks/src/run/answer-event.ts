import { messageOf } from "@precept/files";
import { readHookPayload } from "@precept/governance";
import { isCanary } from "../canary.ts";
import type { HookAnswer, HookOutput } from "../hosts/answer.ts";
import type { AnsweredEvent } from "../hosts/host-spec.ts";
import { hosts } from "../hosts/hosts.ts";
import { checkedSubjects, checkPolicies } from "./check-policies.ts";
import { answerFailure, closesOnFailure, describeFailures } from "./close-event.ts";
import type { Deadline } from "./deadline.ts";
import { findEvent } from "./find-event.ts";
import { findLoadFailures } from "./find-load-failures.ts";
import { asksForRules, giveContext } from "./give-context.ts";
import { hasCriticalPolicy } from "./has-critical-policy.ts";
import { printAnswer } from "./print-answer.ts";
import { projectDirectory } from "./project-directory.ts";
import type { ReadInput } from "./read-input.ts";
import type { RunHookOptions } from "./run-hook.ts";

/** Answers a payload that could be read. A failure denies an event that can be denied, unless it is known that no policy has priority P0. */
export async function answerEvent(
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
  const needsAnswer = needsPolicies || unrooted.kind === "beforeTool";
  const failure = { canClose: needsAnswer && closesOnFailure(event, value), mayHaveCritical: undefined as boolean | undefined };
  try {
    return await deadline.wait(
      (async () => {
        const workspace = await options.open(projectDirectory(spec, unrooted, options.env, options.cwd));
        const payload = readHookPayload(value, workspace.root) ?? unrooted;
        const notes =
          payload.isUnknownTool === true ? [`The tool "${payload.tool ?? ""}" is not known: its input was checked as text.`] : [];
        let answer: HookAnswer = { verdict: "none" };
        if (needsPolicies) {
          const missing = await findLoadFailures(workspace);
          const hasCritical = await hasCriticalPolicy(workspace.policies);
          failure.mayHaveCritical = hasCritical || missing.length > 0 ? hasCritical || undefined : false;
          if (payload.problem !== undefined && failure.mayHaveCritical !== false)
            return say(denyUncheckable(payload.problem), notes);
          const checked = await checkPolicies(workspace.policies, { host, event, payload }, deadline.signal);
          ({ answer } = checked);
          const failures = [...missing, ...checked.failures];
          if (failures.length > 0 && answer.verdict !== "deny") {
            const closing = answerFailure(describeFailures(failures), failure);
            if (closing.answer.verdict === "deny") return say(closing.answer, [...notes, ...closing.notes]);
            notes.push(...closing.notes);
          }
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
    const { answer, notes } = answerFailure(messageOf(error), failure);
    return say(answer, notes);
  }
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
