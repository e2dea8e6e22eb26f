import { signalKeys, type SignalKey } from "@precept/contract/values";
import { placeholdersOf } from "../model/template.ts";
import type { Policy } from "../model/policy.ts";
import { blocksOf } from "../prepare/policy-pattern.ts";

/** Returns the signals that policies filter on, or that their messages contain. Other signals need not be read. */
export function signalsOf(policies: readonly Policy[]): ReadonlySet<SignalKey> {
  const used = new Set(policies.filter(({ enabled }) => enabled).flatMap(keysOf));
  return new Set(signalKeys.filter((key) => used.has(key)));
}

function keysOf(policy: Policy): readonly string[] {
  const { message, suggestion = "" } = policy;
  const filtered = blocksOf(policy).flatMap(({ contextFilter }) => Object.keys(contextFilter));
  return [...filtered, ...[message, suggestion].flatMap(placeholdersOf).map(({ name }) => name)];
}
