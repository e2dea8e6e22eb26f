import type { SoftHookEffect } from "../soft-hooks/events.ts";
import type { SoftHook } from "../soft-hooks/state.ts";

/** An open soft hook on the wire: JSON output, HTTP. */
export interface WireSoftHook {
  /** A short key that identifies it. */
  readonly key: string;
  readonly rule_id: string;
  readonly session: string;
  readonly agent: string;
  readonly file: string | null;
  readonly fingerprint: string;
  readonly ignore_count: number;
  /** The priority and the action since it was ignored too often; null if it was not. */
  readonly upgraded_to: { readonly priority: string; readonly handler: string } | null;
}

/** A change of a soft hook on the wire. */
export interface WireSoftHookEffect extends WireSoftHook {
  readonly effect: SoftHookEffect["kind"];
}

/** Converts a soft hook to its wire format. @param key a short key that identifies it. */
export function toWireSoftHook(hook: SoftHook, key: string): WireSoftHook {
  const { policy, session, agent, file = null, fingerprint, ignoreCount, escalation } = hook;
  return {
    key,
    rule_id: policy,
    session,
    agent,
    file,
    fingerprint,
    ignore_count: ignoreCount,
    upgraded_to: escalation === undefined ? null : { priority: escalation.priority, handler: escalation.action },
  };
}
