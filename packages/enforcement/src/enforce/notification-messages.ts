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

/** The context that all notifications of one decision share. */
export interface NotificationContext extends AuditContext {
  readonly root: string;
  /** The ids of the audit log entries. */
  readonly logIds: ReadonlyMap<Violation, string>;
}

/** Creates the notifications of a decision: for violations whose action notifies a human, and for ignored advice with `notify_on_ignore`. */
export function createNotifications(
  decision: Decision,
  actionEffects: readonly ActionEffects[],
  effects: readonly SoftHookEffect[],
  { root, session, agent, rollback, logIds }: NotificationContext,
): readonly NotificationMessage[] {
  const notificationOf = (event: NotificationMessage["event"], violation: Violation): NotificationMessage => ({
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
    if (actionEffects[at]?.notifyHuman === true) return notificationOf("violation", violation);
    return ignored.has(violation.fingerprint) ? notificationOf("advice_ignored", violation) : [];
  });
}
