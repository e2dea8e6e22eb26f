import { PreceptError } from "@precept/core";
import type { Root } from "@precept/files";
import type { ApprovalAnswer, ApprovalQuestion, GivenAnswer } from "@precept/governance";
import type { StateEntry } from "@precept/store-sqlite";
import { approvalLifetime, type Approval } from "../approvals.ts";
import { StateDatabase } from "./state-database.ts";

/** A question with the digest of its texts. */
export type DigestedQuestion = Pick<Approval, "question" | "digest">;

/** The answers to the questions of one call, and the open questions that expired in the meantime. */
export interface Asked {
  /** The answers that count for the call, in the order of the questions. Undefined: there is none. */
  readonly replies: readonly (GivenAnswer | undefined)[];
  readonly expired: readonly Approval[];
}

/** Stores questions to humans and their answers in a database that all processes of a project share. */
export class ApprovalStore implements AsyncDisposable {
  readonly #database: StateDatabase;
  readonly #isReadOnly: boolean;

  constructor(project: Root, isReadOnly: boolean) {
    this.#database = new StateDatabase(project, "approvals");
    this.#isReadOnly = isReadOnly;
  }

  /**
   * Looks up the answers to the questions of one call. Answers for one call are used up, so that of two calls at the same time only one is approved.
   *
   * @param opens whether to store the questions without an answer, so that a human can answer them later.
   */
  async ask(session: string, questions: readonly DigestedQuestion[], opens: boolean, now: Date): Promise<Asked> {
    const store = await this.#database.open(opens && !this.#isReadOnly);
    const unknown = questions.map(() => undefined);
    // In read-only mode no answer can be used up, so that none counts.
    if (store === undefined || this.#isReadOnly) return { replies: unknown, expired: [] };
    return this.#database.use(store, async (opened) =>
      opened.update([session], (entries) => {
        const { valid, expired } = sortOut(approvalsIn(entries), now);
        const replies = questions.map((asked) => reply(valid, asked, opens, now));
        return { entries: entriesOf(valid.values()), result: { replies, expired: expired.filter(({ answer }) => !answer) } };
      }),
    );
  }

  /** Stores an answer that was given right away, if it counts for later calls. Deletes the question otherwise. */
  async recordAnswer({ question, digest }: DigestedQuestion, answer: GivenAnswer, now: Date): Promise<void> {
    const store = await this.#database.open(!this.#isReadOnly && answer.remember === "session");
    if (store === undefined || this.#isReadOnly) return;
    await this.#database.use(store, async (opened) =>
      opened.update([question.session], (entries) => {
        const all = approvalsIn(entries);
        all.delete(question.key);
        if (answer.remember === "session") all.set(question.key, { ...opening({ question, digest }, now), answer });
        return { entries: entriesOf(all.values()), result: undefined };
      }),
    );
  }

  /** @throws PreceptError `APPROVAL_UNKNOWN`, `APPROVAL_AMBIGUOUS`, `WORKSPACE_READ_ONLY` */
  async answer(key: string, { approved, remember = "once", by, reason }: ApprovalAnswer, now: Date): Promise<Approval> {
    if (this.#isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const { question } = findApproval(await this.list(undefined, now), key);
    const store = await this.#database.open(false);
    if (store === undefined) throw new PreceptError("APPROVAL_UNKNOWN", { key });
    const given = { approved, remember, by, at: now.toISOString(), ...(reason !== undefined && { reason }) };
    return this.#database.use(store, async (opened) =>
      opened.update([question.session], (entries) => {
        const all = approvalsIn(entries);
        const known = all.get(question.key);
        // Another process may have deleted it in the meantime.
        if (known === undefined) throw new PreceptError("APPROVAL_UNKNOWN", { key });
        const answered = { ...known, expiresAt: expiryAt(now), answer: given };
        all.set(question.key, answered);
        return { entries: entriesOf(all.values()), result: answered };
      }),
    );
  }

  async list(session: string | undefined, now: Date): Promise<readonly Approval[]> {
    const store = await this.#database.open(false);
    if (store === undefined) return [];
    const { valid } = sortOut(approvalsIn(await store.read(session === undefined ? undefined : [session])), now);
    return [...valid.values()].toSorted((left, right) => left.askedAt.localeCompare(right.askedAt));
  }

  async end(session: string): Promise<void> {
    const store = await this.#database.open(false);
    if (store === undefined || this.#isReadOnly) return;
    await this.#database.use(store, async (opened) =>
      opened.update([session], () => ({ entries: new Map(), result: undefined })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
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
  if (known.answer.remember === "once") stored.delete(key);
  return known.answer;
}

/** The answer for the session about the same violation in another version of a file. Texts without a file must be equal. */
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

function opening({ question, digest }: DigestedQuestion, now: Date): Approval {
  return { question, digest, askedAt: now.toISOString(), expiresAt: expiryAt(now) };
}

function expiryAt(now: Date): string {
  return new Date(now.getTime() + approvalLifetime).toISOString();
}

function sortOut(all: Approvals, now: Date): { readonly valid: Approvals; readonly expired: readonly Approval[] } {
  const isExpired = ({ expiresAt }: Approval): boolean => Date.parse(expiresAt) <= now.getTime();
  const expired = [...all.values()].filter(isExpired);
  for (const { question } of expired) all.delete(question.key);
  return { valid: all, expired };
}

function approvalsIn(entries: ReadonlyMap<string, StateEntry>): Approvals {
  return new Map([...entries.values()].map(({ value }) => JSON.parse(value) as Approval).map((one) => [one.question.key, one]));
}

/** Keys contain a digest of the session, so that those of different sessions differ. */
function entriesOf(all: Iterable<Approval>): ReadonlyMap<string, StateEntry> {
  return new Map(
    Array.from(all, (one) => [one.question.key, { group: one.question.session, value: JSON.stringify(one) }] as const),
  );
}
