import { withoutUndefined } from "@precept/core";
import { sha256 } from "@precept/files";
import {
  deniesWithoutAnswer,
  needsApproval,
  stopsAgent,
  strictestAction,
  type ApprovalAnswer,
  type ApprovalQuestion,
  type AskedQuestion,
  type Decision,
  type GivenAnswer,
  type Violation,
} from "@precept/governance";
import { approvalKeyLength, defaultAskTimeout, type Approval } from "../approvals.ts";
import type { EnforceOptions } from "../policy-engine.ts";
import type { ApprovalStore, DigestedQuestion } from "./approval-store.ts";
import type { CheckedSubject } from "./fix-subjects.ts";

/** Whose call it is, and how to ask. */
export interface AskContext extends Pick<EnforceOptions, "onAsk" | "askTimeout" | "tool" | "signal"> {
  readonly session: string;
  readonly agent: string;
}

/** A decision after humans were asked: approved violations are accepted, and do not affect the action. */
export interface AskedDecision {
  readonly decision: Decision;
  readonly questions: readonly AskedQuestion[];
  /** The questions, each with its violation, for the audit log. */
  readonly asked: ReadonlyMap<Violation, AskedQuestion>;
  readonly expired: readonly Approval[];
  /** The keys under which a human can allow exactly this denied call. Default: none. */
  readonly denialKeys?: readonly string[];
}

/**
 * Asks a human about each violation with the action ASK without a stored answer. A denied call is not asked about: a
 * human can allow it later.
 */
export async function askHumans(
  decision: Decision,
  checked: readonly CheckedSubject[],
  store: ApprovalStore,
  context: AskContext,
): Promise<AskedDecision> {
  if (stopsAgent(decision.action)) return allowDenied(decision, checked, store, context);
  const violations = decision.violations.filter(needsApproval);
  if (violations.length === 0) return { decision, questions: [], asked: new Map(), expired: [] };
  const digested = violations.map((violation) => toQuestion(violation, digestOf(violation, checked), context));
  const isDeferred = context.onAsk === "host";
  const { replies, expired } = await store.ask(context.session, digested, !isDeferred, new Date());
  const asked = new Map<Violation, AskedQuestion>();
  let isDenied = replies.some((answer) => answer?.approved === false);
  for (const [at, violation] of violations.entries()) {
    const one = digested[at];
    if (one === undefined) continue;
    const answer = replies[at] ?? (isDenied || isDeferred ? undefined : await askNow(one, store, context));
    isDenied ||= answer?.approved === false;
    asked.set(violation, outcomeOf(one.question, answer, isDeferred));
  }
  return { decision: acceptApproved(decision, asked), questions: [...asked.values()], asked, expired };
}

/** The kinds of texts that an agent sends before something happens: only these can be allowed later. */
const allowedKinds: ReadonlySet<string> = new Set(["command", "tool", "file"]);

/** Lets a denied call through if a human allowed exactly this call, and otherwise opens a question about it. */
async function allowDenied(
  decision: Decision,
  checked: readonly CheckedSubject[],
  store: ApprovalStore,
  context: AskContext,
): Promise<AskedDecision> {
  const denied: AskedDecision = { decision, questions: [], asked: new Map(), expired: [] };
  const violations = decision.violations.filter((violation) => stopsAgent(violation.action) || needsApproval(violation));
  // What was reported instead of checked is not about a call, and a user cannot weaken managed policies.
  const isCall = checked.length > 0 && violations.every(({ managed, subject }) => managed !== true && allowedKinds.has(subject));
  if (!isCall) return denied;
  const digested = violations.map((violation) => ({
    ...toQuestion(violation, digestOf(violation, checked), context),
    isDenial: true as const,
  }));
  const { replies, expired } = await store.ask(context.session, digested, true, new Date());
  if (!replies.every((answer) => answer?.approved === true)) {
    return { ...denied, expired, denialKeys: digested.map(({ question }) => question.key) };
  }
  const asked = new Map(
    violations.map(
      (violation, at) => [violation, outcomeOf((digested[at] as DigestedQuestion).question, replies[at], false)] as const,
    ),
  );
  return { decision: acceptApproved(decision, asked), questions: [...asked.values()], asked, expired };
}

/** Denies the violations that need an approval as if no human had answered, if the stored answers cannot be read. */
export function denyUnasked(decision: Decision, checked: readonly CheckedSubject[], context: AskContext): AskedDecision {
  const violations = stopsAgent(decision.action) ? [] : decision.violations.filter(needsApproval);
  const asked = new Map(
    violations.map((violation) => {
      const { question } = toQuestion(violation, digestOf(violation, checked), context);
      return [violation, outcomeOf(question, undefined, context.onAsk === "host")] as const;
    }),
  );
  return { decision, questions: [...asked.values()], asked, expired: [] };
}

async function askNow(asked: DigestedQuestion, store: ApprovalStore, context: AskContext): Promise<GivenAnswer | undefined> {
  const answer = await askInTime(asked.question, context);
  if (answer === undefined) return undefined;
  const { approved, remember = "once", by, reason } = answer;
  const now = new Date();
  const given = withoutUndefined({ approved, remember, by, at: now.toISOString(), reason });
  await store.recordAnswer(asked, given, now);
  return given;
}

/** Asks, and waits up to the time limit. Errors, and answers that come too late, count as no answer. */
async function askInTime(
  question: ApprovalQuestion,
  { onAsk, askTimeout = defaultAskTimeout, signal }: AskContext,
): Promise<ApprovalAnswer | undefined> {
  if (onAsk === undefined || onAsk === "host") return undefined;
  const limit = AbortSignal.timeout(askTimeout);
  const ended = signal === undefined ? limit : AbortSignal.any([limit, signal as AbortSignal]);
  const tooLate = new Promise<undefined>((resolve) => {
    ended.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const answered = Promise.resolve()
    .then(() => onAsk(question, { signal: ended }))
    .catch(() => undefined);
  const answer = await Promise.race([answered, tooLate]);
  signal?.throwIfAborted();
  if (answer === undefined || typeof answer.by !== "string") return undefined;
  // The program may be written in JavaScript: only `true` is a yes.
  const approved: unknown = answer.approved;
  return { ...answer, approved: approved === true };
}

function outcomeOf(question: ApprovalQuestion, answer: GivenAnswer | undefined, isDeferred: boolean): AskedQuestion {
  if (answer !== undefined) {
    return { question, status: answer.approved ? "approved" : "denied", denies: !answer.approved, answer };
  }
  if (isDeferred) return { question, status: "deferred", denies: false };
  return { question, status: "open", denies: deniesWithoutAnswer(question.priority) };
}

function acceptApproved(decision: Decision, asked: ReadonlyMap<Violation, AskedQuestion>): Decision {
  const approved = decision.violations.filter((violation) => asked.get(violation)?.status === "approved");
  if (approved.length === 0) return decision;
  const violations = decision.violations.filter((violation) => !approved.includes(violation));
  const accepted = approved.map((violation) => {
    const answer = asked.get(violation)?.answer;
    const reason = [`approved by ${answer?.by ?? ""}`, ...(answer?.reason === undefined ? [] : [answer.reason])].join(": ");
    return { violation, by: "approval" as const, reason };
  });
  const action = strictestAction(violations.map((violation) => violation.action));
  return { ...decision, action, violations, accepted: [...decision.accepted, ...accepted] };
}

/** The digest of the texts in which the violation was found: none for a violation that was reported. */
function digestOf({ fingerprint }: Violation, checked: readonly CheckedSubject[]): string {
  const texts = checked
    .filter(({ decision }) => decision.violations.some((violation) => violation.fingerprint === fingerprint))
    .map(({ subject }) => subject.text);
  return sha256(JSON.stringify(texts));
}

function toQuestion(violation: Violation, digest: string, { session, agent, tool }: AskContext): DigestedQuestion {
  const { policy, priority, fingerprint, subject, file, message, suggestion, excerpt } = violation;
  const key = sha256(JSON.stringify([session, policy, fingerprint, digest])).slice(0, approvalKeyLength);
  const found = { policy, priority, fingerprint, subject, file, message, suggestion, excerpt };
  return { question: withoutUndefined({ key, session, agent, tool, ...found }), digest };
}
