import { basename } from "node:path";
import {
  policyActionSpecs,
  toPriorityNotification,
  type ActionEffects,
  type Decision,
  type NotificationRecipient,
  type SoftHookEffect,
  type Violation,
} from "@precept/governance";
import type { NotificationMessage } from "./notifier.ts";
import type { AuditContext } from "./write-audit.ts";

/** The context that all notifications of one decision share. */
export interface NotificationContext extends AuditContext {
  readonly root: string;
  readonly logIds: ReadonlyMap<Violation, string>;
  readonly quickFixTypeOf: (policy: string) => string | null;
}

/** Creates the notifications of violations that notify a human, and of ignored advice with `notify_on_ignore`. */
export function createNotifications(
  decision: Decision,
  actionEffects: readonly ActionEffects[],
  effects: readonly SoftHookEffect[],
  { root, session, agent, rollback, logIds, quickFixTypeOf }: NotificationContext,
): readonly NotificationMessage[] {
  const notificationOf = (
    event: NotificationMessage["event"],
    violation: Violation,
    recipient: NotificationRecipient = "HUMAN_ADMIN",
  ): NotificationMessage => ({
    event,
    recipient,
    request: policyActionSpecs[violation.action].request ?? null,
    quick_fix_type: quickFixTypeOf(violation.policy),
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
    const { recipient } = policyActionSpecs[violation.action];
    return [
      ...(actionEffects[at]?.notifyHuman === true
        ? [notificationOf("violation", violation)]
        : ignored.has(violation.fingerprint)
          ? [notificationOf("advice_ignored", violation)]
          : []),
      ...(recipient === "HUMAN_ADMIN" ? [] : [notificationOf("violation", violation, recipient)]),
    ];
  });
}
