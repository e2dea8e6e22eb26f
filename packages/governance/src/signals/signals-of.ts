import { signalKeys, type SignalKey } from "@precept/contract/values";
import { placeholdersOf } from "../model/template.ts";
import type { Policy, PolicyMatch } from "../model/policy.ts";

/** Returns the signals that policies filter on, or that their messages contain. Other signals need not be read. */
export function signalsOf(policies: readonly Policy[]): ReadonlySet<SignalKey> {
  const used = new Set(policies.filter(({ enabled }) => enabled).flatMap(keysOf));
  return new Set(signalKeys.filter((key) => used.has(key)));
}

function keysOf({
  match,
  sequence: { after, unless } = { count: 1, failed: false },
  message,
  suggestion = "",
}: Policy): readonly string[] {
  const placeholders = [message, suggestion].flatMap(placeholdersOf).map(({ name }) => name);
  const blocks = [match, after, unless].filter((block) => block !== undefined);
  return [...blocks.flatMap(filteredKeysOf), ...placeholders];
}

function filteredKeysOf({ contextFilter, all, any, absent }: PolicyMatch): readonly string[] {
  return [...Object.keys(contextFilter), ...[...all, ...any, ...absent].flatMap(filteredKeysOf)];
}
