import type { ApprovalAnswer, ApprovalQuestion, GivenAnswer } from "@precept/governance";

/** A question to a human that is stored: it is open, or its answer still counts. */
export interface Approval {
  readonly question: ApprovalQuestion;
  /** SHA-256 of the checked texts, in hexadecimal. An answer for one call counts only for the same text. */
  readonly digest: string;
  /** ISO 8601. */
  readonly askedAt: string;
  /** ISO 8601. From then on the question is asked again, and its answer no longer counts. */
  readonly expiresAt: string;
  /** Undefined while it is open. */
  readonly answer?: GivenAnswer;
  /** Whether the call was denied, and a yes allows exactly this call for {@link denialApprovalLifetime}. Default false. */
  readonly isDenial?: true;
}

/** The questions to humans in all processes of a project: of policies with the action ASK, and about denied calls. */
export interface Approvals {
  /** Lists open questions, and answers that still count, oldest first. @param session default: all sessions. */
  list(session?: string): Promise<readonly Approval[]>;
  /**
   * Answers with yes. The caller must make sure that a human answers, not the agent. @param key the key of the
   * question, or its beginning. @throws PreceptError `APPROVAL_UNKNOWN`, `APPROVAL_AMBIGUOUS`, `WORKSPACE_READ_ONLY`
   */
  approve(key: string, answer: Omit<ApprovalAnswer, "approved">): Promise<Approval>;
  /** Answers a question with no. Parameters and errors are those of {@link Approvals.approve}. */
  deny(key: string, answer: Omit<ApprovalAnswer, "approved">): Promise<Approval>;
  /** Deletes the questions and answers of a session. */
  end(session: string): Promise<void>;
}

/** How long a question stays open, and the longest time for which an answer counts, in milliseconds: 24 hours. */
export const approvalLifetime: number = 24 * 60 * 60 * 1000;

/** How long a yes to a denied call holds, in milliseconds: 10 minutes. */
export const denialApprovalLifetime: number = 10 * 60 * 1000;

/** How long a human has to answer if `askTimeout` says nothing else, in milliseconds: 5 minutes. */
export const defaultAskTimeout: number = 5 * 60 * 1000;

/** The number of hexadecimal digits of the key of a question. */
export const approvalKeyLength = 12;
