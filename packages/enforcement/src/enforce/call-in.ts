import { basename } from "node:path";
import {
  toPriorityNotification,
  type ActionEffects,
  type Decision,
  type SoftHookEffect,
  type Violation,
} from "@precept/governance";
import type { NotificationMessage } from "./notifier.ts";
import type { AuditContext } from "./write-audit.ts";

/** What the messages about one decision share. */
export interface CallContext extends AuditContext {
  readonly root: string;
  /** The ids of violations in the audit log. */
  readonly logIds: ReadonlyMap<Violation, string>;
}

/** What a person has to be told about a decision: what its policies call people for, and advice that must not be ignored unseen. */
export function messagesAbout(
  decision: Decision,
  actionEffects: readonly ActionEffects[],
  effects: readonly SoftHookEffect[],
  { root, session, agent, rollback, logIds }: CallContext,
): readonly NotificationMessage[] {
  const tell = (event: NotificationMessage["event"], violation: Violation): NotificationMessage => ({
    event,
    project: basename(root),
    action: decision.action,
    session,
    agent,
    ...toPriorityNotification(violation),
    log_id: logIds.get(violation) ?? null,
    undo: rollback?.kind === "done" ? rollback.undo : null,
  });
  const ignored = new Set(
    effects.flatMap((effect) => (effect.kind === "ignored" && effect.notify ? effect.hook.fingerprint : [])),
  );
  return decision.violations.flatMap((violation, at) => {
    if (actionEffects[at]?.notifyHuman === true) return tell("violation", violation);
    return ignored.has(violation.fingerprint) ? tell("advice_ignored", violation) : [];
  });
}
