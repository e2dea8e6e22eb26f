import type { PolicyAction } from "../model/policy-action.ts";
import type { Priority } from "../model/priority.ts";

/** Who is advised. */
export interface SoftHookParty {
  readonly session: string;
  readonly agent: string;
}

/** Which advice it is: a violation of a policy, to one agent in one session. */
export interface SoftHookKey extends SoftHookParty {
  readonly policy: string;
  readonly fingerprint: string;
}

/** What advice has become by being ignored. */
export interface Escalation {
  readonly priority: Priority;
  readonly action: PolicyAction;
}

/** Advice that was given and not taken yet. */
export interface SoftHook extends SoftHookKey {
  readonly file?: string;
  readonly ignoreCount: number;
  /** The tool uses that were counted, the last of them: each counts once, however often it is told. */
  readonly toolUses: readonly string[];
  readonly escalation?: Escalation;
}

/** All advice that is open. A plain JSON value: whoever keeps it may write it as it is. */
export interface SoftHookState {
  readonly hooks: Readonly<Record<string, SoftHook>>;
}

export const noSoftHooks: SoftHookState = { hooks: {} };

export function softHookId({ session, agent, policy, fingerprint }: SoftHookKey): string {
  return JSON.stringify([session, agent, policy, fingerprint]);
}
