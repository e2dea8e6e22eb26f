import type { SoftHookEffect } from "../soft-hooks/events.ts";
import type { OpenAdvice, SoftHook } from "../soft-hooks/state.ts";

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

/** Advice of a decision on the wire: what an agent needs to ignore it or to comply with it. */
export interface WireAdvice {
  /** A short key that identifies it. */
  readonly key: string;
  readonly rule_id: string;
  readonly file: string | null;
  readonly fingerprint: string;
  readonly ignore_count: number;
  /** How often it can be ignored until it escalates. */
  readonly upgrade_threshold: number;
  readonly upgraded_to: WireSoftHook["upgraded_to"];
}

/** Converts advice of a decision to its wire format. */
export function toWireAdvice({ key, hook, threshold }: OpenAdvice): WireAdvice {
  const { rule_id, file, fingerprint, ignore_count, upgraded_to } = toWireSoftHook(hook, key);
  return { key, rule_id, file, fingerprint, ignore_count, upgrade_threshold: threshold, upgraded_to };
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
