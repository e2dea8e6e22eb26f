import type { WireAdvice, WireSoftHook } from "@precept/contract";
import type { OpenAdvice, SoftHook } from "../soft-hooks/state.ts";

/** Converts advice of a decision to its wire format. */
export function toWireAdvice({ key, hook, threshold }: OpenAdvice): WireAdvice {
  const { rule_id, file, fingerprint, ignore_count, upgraded_to } = toWireSoftHook(hook, key);
  return { key, rule_id, file, fingerprint, ignore_count, upgrade_threshold: threshold, upgraded_to };
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
