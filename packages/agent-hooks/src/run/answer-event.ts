import { type HookAnswer, type HookOutput, hosts } from "@precept/mdc-compat/hooks";
import { pushAll, withoutUndefined, type CancelSignal } from "@precept/core";
import { messageOf } from "@precept/files";
import { effectivePriorityOf, readHookPayload, type HookPayload } from "@precept/governance";
import { count } from "@precept/telemetry";
import { isCanary } from "../canary.ts";
import { captureGuidance } from "./capture-guidance.ts";
import { checkedSubjects, checkPolicies, type CheckedEvent, type Sender } from "./check-policies.ts";
import { answerFailure, closesOnFailure, describeFailures } from "./close-event.ts";
import { DeadlineError, type Deadline } from "./deadline.ts";
import { findEvent, type AnsweredEvent } from "./find-event.ts";
import { assignResume, transcriptOf } from "./forks.ts";
import { findLoadFailures } from "./find-load-failures.ts";
import { asksForRules, giveContext, type GivenContext } from "./give-context.ts";
import type { HookPolicies, HookWorkspace } from "./hook-workspace.ts";
import { printAnswer } from "./print-answer.ts";
import { projectDirectory } from "./project-directory.ts";
import { readBeforeAgent } from "./read-before-agent.ts";
import { observeChecks } from "./observe-checks.ts";
import type { ReadInput } from "./read-input.ts";
import type { RunHookOptions } from "./run-options.ts";
import { EventRecorder, startSourceOf } from "./session-records.ts";
import { noGuardReport, watchGuard } from "./watch-guard.ts";

/** Answers a payload. A failure denies an event that can be denied, unless all policies are known to be below P0. */
export async function answerEvent(
  { host, value, payload: unrooted }: Extract<ReadInput, { kind: "payload" }>,
  options: RunHookOptions,
  deadline: Deadline,
): Promise<HookOutput> {
  const spec = hosts[host];
  const found = findEvent(spec, unrooted.event, unrooted.kind);
  const event = found.waitsForAnswer === true && isInCi(options.env) ? { ...found, ask: false } : found;
  const say = (answer: HookAnswer, notes: readonly string[] = []): HookOutput => printAnswer(spec, event, answer, notes);
  if (unrooted.kind === "beforeTool" && unrooted.subjects.some(({ kind, text }) => kind === "command" && isCanary(text))) {
    return say({ verdict: "deny", reason: "This is the canary of `precept doctor`. The hook works." });
  }
  if (event.reportsResults === true && unrooted.prompt === undefined) return say({ verdict: "none" });
  if (isSummary(unrooted, value)) return say({ verdict: "none" });
  const isLooping = "stop_hook_active" in value && value.stop_hook_active === true;
  const { outcome, problem: uncheckable } = unrooted;
  // How a call ended can matter to policies over what happened in the session.
  const isChecked = checkedSubjects(unrooted).length > 0 || uncheckable !== undefined || outcome !== undefined;
  const needsPolicies = isChecked && !isLooping;
  const forgets = losesContext(value, event);
  // An answer and the end of a session are recorded whatever follows from them.
  const isRecorded = unrooted.kind === "sessionEnd" || unrooted.kind === "response";
  if (!needsPolicies && !asksForRules(unrooted, event) && !forgets && !isRecorded) return say({ verdict: "none" });
  const needsAnswer = needsPolicies || unrooted.kind === "beforeTool";
  const failure = { canClose: needsAnswer && closesOnFailure(event, value), mayHaveCritical: undefined as boolean | undefined };
  const decide = async (): Promise<HookOutput> => {
    const workspace = await options.open(projectDirectory(spec, unrooted, options.env, options.cwd));
    const payload = readHookPayload(value, workspace.root) ?? unrooted;
    const sender = { host, event, payload, value };
    const notes =
      payload.isUnknownTool === true ? [`The tool "${payload.tool ?? ""}" is not known: its input was checked as text.`] : [];
    // A state that cannot be written or read must not change the answer.
    const conversation = { root: workspace.root, host, session: payload.session ?? host };
    const resume = { startsSession: payload.kind === "sessionStart", transcript: transcriptOf(value) };
    await assignResume(conversation, resume, options.now()).catch(() => undefined);
    const { warnings, isMissed } = await watchGuard(workspace.root, host, payload, options.now()).catch(() => noGuardReport);
    pushAll(notes, warnings);
    const recorder = new EventRecorder({ host, payload, value, now: options.now() });
    if (isMissed) recorder.turn("unguarded");
    const decided = needsPolicies ? await decideByPolicies(workspace, sender, failure, deadline.signal) : noOpinion;
    pushAll(notes, decided.notes);
    const observed = await observeChecks(workspace, sender, deadline.signal);
    recorder.decision(decided.answer, [...decided.violated, ...observed]);
    pushAll(notes, await captureGuidance(workspace, { host, payload, now: options.now() }));
    const { answer } = decided;
    if (decided.isFinal || (answer.verdict === "deny" && event.inject !== true)) {
      return say(answer, [...notes, ...(await recorder.save(workspace))]);
    }
    const advice = [...warnings, ...(answer.context === undefined ? [] : [answer.context])];
    const given = {
      ...sender,
      spec,
      advice: advice.length === 0 ? undefined : advice.join("\n"),
      now: options.now(),
      forgets,
      continues: continuesAfterLoss(value, unrooted.kind),
      resumes: unrooted.kind === "sessionStart" && startSourceOf(value) === "resume",
      isInCi: isInCi(options.env),
    };
    // A denial or a question must not fail because of rules.
    const added = await giveContext(workspace, given, deadline.signal).catch((error: unknown): GivenContext => {
      deadline.signal.throwIfAborted();
      return { context: answer.context, problems: [`Rules could not be added: ${messageOf(error)}`] };
    });
    if (added.delivered !== undefined) {
      recorder.receipt(added.delivered, added.added);
      count("precept.deliveries", 1, { "precept.channel": "hook", "gen_ai.agent.name": host });
    }
    return say(withContext(answer, added.context), [...notes, ...added.problems, ...(await recorder.save(workspace))]);
  };
  try {
    return await deadline.wait(decide());
  } catch (error) {
    const isLate = error instanceof DeadlineError;
    const { answer, notes } = answerFailure(messageOf(error), { ...failure, isLate, asks: isLate && event.ask === true });
    return say(answer, notes);
  }
}

/** Whether the agent that shortens a conversation has answered. Claude Code reports it as a subagent without a type. */
function isSummary({ event }: HookPayload, value: object): boolean {
  return /subagentstop/i.test(event) && "agent_type" in value && value.agent_type === "";
}

/** Every CI service sets it. */
function isInCi({ CI }: RunHookOptions["env"]): boolean {
  return CI !== undefined && CI !== "" && CI !== "false";
}

interface PolicyAnswer {
  readonly answer: HookAnswer;
  readonly notes: readonly string[];
  readonly violated: CheckedEvent["violated"];
  /** Whether the event is denied because it could not be checked, so that no rules are added. */
  readonly isFinal: boolean;
}

const noOpinion: PolicyAnswer = { answer: { verdict: "none" }, notes: [], violated: [], isFinal: false };

/** Enforces the policies, and denies what they could not check. @param failure receives facts about the policies. */
async function decideByPolicies(
  workspace: HookWorkspace,
  sender: Sender,
  failure: { readonly canClose: boolean; mayHaveCritical: boolean | undefined },
  signal: CancelSignal,
): Promise<PolicyAnswer> {
  const missing = await findLoadFailures(workspace.policies);
  const hasCritical = await hasCriticalPolicy(workspace.policies);
  failure.mayHaveCritical = hasCritical || missing.length > 0 ? hasCritical || undefined : false;
  const { problem } = sender.payload;
  if (problem !== undefined && failure.mayHaveCritical !== false) {
    return { answer: denyUncheckable(problem), notes: [], violated: [], isFinal: true };
  }
  const {
    answer,
    violated,
    failures: unchecked,
  } = await checkPolicies(workspace.policies, sender, signal, (payload, event) =>
    readBeforeAgent(workspace.root, payload, event),
  );
  const failures = [...missing, ...unchecked];
  if (failures.length === 0 || answer.verdict === "deny") return { answer, notes: [], violated, isFinal: false };
  const closing = answerFailure(describeFailures(failures), failure);
  const isFinal = closing.answer.verdict === "deny";
  return { answer: isFinal ? closing.answer : answer, notes: closing.notes, violated, isFinal };
}

/** Whether a policy of the highest priority is enforced, so that a failure must deny. */
async function hasCriticalPolicy(policies: HookPolicies): Promise<boolean> {
  const [all, tables] = await Promise.all([policies.list(), policies.tables()]);
  return all.some(
    (policy) => policy.enabled && policy.mode === "enforce" && effectivePriorityOf(policy, tables, undefined).priority === "P0",
  );
}

function denyUncheckable(problem: string): HookAnswer {
  return { verdict: "deny", reason: `Denied: this call cannot be checked against the policies, because ${problem}.` };
}

/** Whether the agent has lost its context: in a new session or after compaction, but not in a resumed session. */
function losesContext(value: object, { kind, mayFollowPrompt }: AnsweredEvent): boolean {
  if (kind === "compact" || kind === "afterCompact" || kind === "subagentStart") return true;
  if (kind !== "sessionStart") return false;
  const source = startSourceOf(value);
  return source !== "resume" && !(source === "new" && mayFollowPrompt === true);
}

/** Whether the agent continues the same task after a compaction. */
function continuesAfterLoss(value: object, kind: AnsweredEvent["kind"]): boolean {
  return kind === "compact" || kind === "afterCompact" || (kind === "sessionStart" && startSourceOf(value) === "compact");
}

function withContext({ verdict, reason, input, result }: HookAnswer, context: string | undefined): HookAnswer {
  return { verdict, ...withoutUndefined({ reason, input, result, context }) };
}
