import type { EffectivePriority } from "../model/tables.ts";

/** The agent that is advised, in one session. */
export interface SoftHookActor {
  readonly session: string;
  readonly agent: string;
}

/** Identifies advice: a violation of a policy by one agent in one session. */
export interface SoftHookKey extends SoftHookActor {
  readonly policy: string;
  readonly fingerprint: string;
}

/** The priority and action of advice after it was ignored too often. */
export type Escalation = EffectivePriority;

/** Open advice: given to the agent, and not followed yet. */
export interface SoftHook extends SoftHookKey {
  readonly file?: string;
  readonly ignoreCount: number;
  /** The ids of the last tool uses that were counted. A tool use counts only once. */
  readonly toolUses: readonly string[];
  readonly escalation?: Escalation;
}

/** The advice of a decision, and how often it can be ignored. */
export interface OpenAdvice {
  /** A short key that identifies it. */
  readonly key: string;
  readonly hook: SoftHook;
  /** The number of ignores at which it escalates for the first time. */
  readonly threshold: number;
}

/** All open advice, by {@link softHookId}. A plain JSON value: store it unchanged. */
export interface SoftHookState {
  readonly hooks: Readonly<Record<string, SoftHook>>;
}

export const emptySoftHookState: SoftHookState = { hooks: {} };

/** Returns the key of advice in a {@link SoftHookState}. */
export function softHookId({ session, agent, policy, fingerprint }: SoftHookKey): string {
  return JSON.stringify([session, agent, policy, fingerprint]);
}
