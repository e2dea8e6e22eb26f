import type { HookPayload } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import { findRemovedGuards } from "../install/find-removed.ts";
import { projectTarget } from "../install/install-target.ts";
import { changeSession, lastGuardOf, readSession } from "./session-state.ts";

/** What is known about the guard at an event. */
export interface GuardReport {
  /** Sentences for the user and the agent. */
  readonly warnings: readonly string[];
  /** Whether the first result of the conversation has arrived without the hook before tools. */
  readonly isMissed: boolean;
}

export const noGuardReport: GuardReport = { warnings: [], isMissed: false };

/**
 * Records whether the hook before tools runs: it must have run in a conversation before a result arrives. At the start
 * of a session, says what is wrong with the guard.
 */
export async function watchGuard(root: string, host: HostId, payload: HookPayload, now: number): Promise<GuardReport> {
  const { kind, session = host, subagent, toolClass } = payload;
  const conversation = { root, host, session, subagent };
  if (kind === "sessionStart") {
    const missed = lastGuardOf(conversation) === "missed";
    const warnings = [
      ...findRemovedGuards(projectTarget(root)),
      ...(missed ? ["In the last session, tools ran without the hook before tools: no policy could stop them."] : []),
    ];
    return { warnings, isMissed: false };
  }
  const isFired = kind === "beforeTool";
  if (!isFired && (kind !== "afterTool" || toolClass === undefined || toolClass === "other")) return noGuardReport;
  const { guard } = readSession(conversation);
  if (guard === "fired" || (!isFired && guard === "missed")) return noGuardReport;
  await changeSession(conversation, now, (state) => ({
    state: { ...state, guard: isFired ? "fired" : (state.guard ?? "missed") },
    result: undefined,
  }));
  return { warnings: [], isMissed: !isFired };
}
