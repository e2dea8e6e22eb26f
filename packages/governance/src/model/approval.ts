import { asksHuman, prioritySpecs, type ApprovalMemory, type ApprovalStatus, type Priority } from "@precept/contract/values";
import type { CancelSignal } from "@precept/core";
import type { Violation } from "./decision.ts";

/** A question to a human: may an agent violate a policy with the action ASK? */
export interface ApprovalQuestion extends Pick<
  Violation,
  "policy" | "priority" | "fingerprint" | "subject" | "file" | "message" | "suggestion" | "excerpt"
> {
  /** Identifies the question: the same session, policy, violation and text have the same key. */
  readonly key: string;
  readonly session: string;
  readonly agent: string;
  /** The name of the tool that the agent wants to call. */
  readonly tool?: string;
}

/** The answer of a human. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  /** Default `once`. */
  readonly remember?: ApprovalMemory;
  /** Who answered, such as the name of a user. */
  readonly by: string;
  readonly reason?: string;
}

/**
 * Asks a human, or a program that asks one. Called once for each question, one after the other, until one is denied.
 *
 * @param options `signal` aborts when the answer would come too late.
 * @returns the answer; undefined if there is no human to ask. An error counts as no answer.
 */
export type AskHuman = (
  question: ApprovalQuestion,
  options: { readonly signal: CancelSignal },
) => Promise<ApprovalAnswer | undefined> | ApprovalAnswer | undefined;

/** An answer and its time. */
export interface GivenAnswer extends ApprovalAnswer {
  readonly remember: ApprovalMemory;
  /** ISO 8601. */
  readonly at: string;
}

/** A question of one decision. */
export interface AskedQuestion {
  readonly question: ApprovalQuestion;
  readonly status: ApprovalStatus;
  /** Whether the call must not be made: a human denied it, or no human answered and the priority is P0 or P1. */
  readonly denies: boolean;
  /** The answer. Undefined while it is open or deferred. */
  readonly answer?: GivenAnswer;
}

/** Whether a call is denied if no human answers: at P0 and P1, the priorities that fail closed. */
export function deniesWithoutAnswer(priority: Priority): boolean {
  return prioritySpecs[priority].failsClosed;
}

/** Whether a human must decide on a violation. */
export function needsApproval({ action }: Violation): boolean {
  return asksHuman(action);
}
