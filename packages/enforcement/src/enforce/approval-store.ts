import { PreceptError, withoutUndefined } from "@precept/core";
import type { ApprovalAnswer, ApprovalQuestion, GivenAnswer } from "@precept/governance";
import { approvalLifetime, denialApprovalLifetime, type Approval } from "../approvals.ts";
import { StateDatabase, type StateLocation } from "./state-database.ts";

export type DigestedQuestion = Pick<Approval, "question" | "digest" | "isDenial">;

/** The answers to the questions of one call, and the open questions that expired in the meantime. */
export interface Asked {
  /** The answers that count for the call, in the order of the questions. Undefined: there is none. */
  readonly replies: readonly (GivenAnswer | undefined)[];
  readonly expired: readonly Approval[];
}

/** Stores questions to humans and their answers. */
export class ApprovalStore extends StateDatabase<Approval> {
  constructor(location: StateLocation) {
    super(location, "approvals", ({ question }) => question.session);
  }

  /** Looks up the answers for a call; answers for one call are used up. @param opens whether to store new questions. */
  async ask(session: string, questions: readonly DigestedQuestion[], opens: boolean, now: Date): Promise<Asked> {
    const unknown: Asked = { replies: questions.map(() => undefined), expired: [] };
    // In read-only mode no answer can be used up, so that none counts.
    if (this.isReadOnly) return unknown;
    const asked = await this.update([session], opens, (values) => {
      const valid = new Map([...values].filter(([, approval]) => !isExpired(approval, now)));
      const expired = [...values.values()].filter((approval) => isExpired(approval, now) && !approval.answer);
      return { values: valid, result: { replies: questions.map((one) => reply(valid, one, opens, now)), expired } };
    });
    return asked ?? unknown;
  }

  /** Stores an answer that was given right away, if it counts for later calls. Deletes the question otherwise. */
  async recordAnswer({ question, digest }: DigestedQuestion, answer: GivenAnswer, now: Date): Promise<void> {
    if (this.isReadOnly) return;
    const isForSession = answer.remember === "session";
    await this.update([question.session], isForSession, (stored) => {
      const values = new Map(stored);
      values.delete(question.key);
      if (isForSession) values.set(question.key, { ...opening({ question, digest }, now), answer });
      return { values, result: undefined };
    });
  }

  /** @throws PreceptError `APPROVAL_UNKNOWN`, `APPROVAL_AMBIGUOUS`, `WORKSPACE_READ_ONLY` */
  async answer(key: string, { approved, remember = "once", by, reason }: ApprovalAnswer, now: Date): Promise<Approval> {
    if (this.isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const { question } = findApproval(await this.listValid(undefined, now), key);
    const given = withoutUndefined({ approved, remember, by, at: now.toISOString(), reason });
    const answered = await this.update([question.session], false, (stored) => {
      const known = stored.get(question.key);
      const result = known && { ...known, ...validityOf(known, given, now) };
      return { values: result === undefined ? stored : new Map([...stored, [question.key, result]]), result };
    });
    // Another process may have deleted it in the meantime.
    if (answered === undefined) throw new PreceptError("APPROVAL_UNKNOWN", { key });
    return answered;
  }

  /** Lists open questions, and answers that still count, oldest first. */
  async listValid(session: string | undefined, now: Date): Promise<readonly Approval[]> {
    const valid = (await this.list(session)).filter((approval) => !isExpired(approval, now));
    return valid.toSorted((left, right) => left.askedAt.localeCompare(right.askedAt));
  }

  async end(session: string): Promise<void> {
    if (this.isReadOnly) return;
    await this.update([session], false, () => ({ values: new Map(), result: undefined }));
  }
}

type Approvals = Map<string, Approval>;

/** Finds the answer to a question, and changes the stored questions accordingly. */
function reply(stored: Approvals, asked: DigestedQuestion, opens: boolean, now: Date): GivenAnswer | undefined {
  const { key } = asked.question;
  const own = stored.get(key);
  const known = own?.answer === undefined ? (findForSession(stored, asked.question) ?? own) : own;
  if (known?.answer === undefined) {
    if (known === undefined && opens) stored.set(key, opening(asked, now));
    return undefined;
  }
  // A host can ask about one call at several events, so that a yes to a denied call is not used up.
  if (known.answer.remember === "once" && known.isDenial !== true) stored.delete(key);
  return known.answer;
}

/** The answer for the session about the same violation in another version of a file. */
function findForSession(stored: Approvals, { subject, file, policy, fingerprint }: ApprovalQuestion): Approval | undefined {
  if (subject !== "file" || file === undefined) return undefined;
  return [...stored.values()].find(
    ({ question, answer }) =>
      answer?.remember === "session" && question.policy === policy && question.fingerprint === fingerprint,
  );
}

function findApproval(all: readonly Approval[], key: string): Approval {
  const found = all.filter(({ question }) => key !== "" && question.key.startsWith(key));
  const [first] = found;
  if (first === undefined) throw new PreceptError("APPROVAL_UNKNOWN", { key });
  if (found.length === 1) return first;
  throw new PreceptError("APPROVAL_AMBIGUOUS", { key, keys: found.map(({ question }) => question.key) });
}

/** A yes to a denied call never counts for the session. */
function validityOf({ isDenial }: Approval, answer: GivenAnswer, now: Date): Pick<Approval, "expiresAt" | "answer"> {
  if (isDenial !== true) return { expiresAt: expiryAt(now), answer };
  return { expiresAt: expiryAt(now, denialApprovalLifetime), answer: { ...answer, remember: "once" } };
}

function opening({ question, digest, isDenial }: DigestedQuestion, now: Date): Approval {
  return { question, digest, ...(isDenial === true && { isDenial }), askedAt: now.toISOString(), expiresAt: expiryAt(now) };
}

function expiryAt(now: Date, lifetime: number = approvalLifetime): string {
  return new Date(now.getTime() + lifetime).toISOString();
}

function isExpired({ expiresAt }: Approval, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}
