import { hash } from "node:crypto";
import { PreceptError } from "@precept/core";
import { softHookId, type SoftHook, type SoftHookKey } from "@precept/governance";

/** Returns the key by which a user names a soft hook: 10 hexadecimal digits of its hash. */
export function shortKeyOf(key: SoftHookKey): string {
  return hash("sha256", softHookId(key)).slice(0, 10);
}

/** Finds a soft hook by its key or the beginning. @throws PreceptError `SOFT_HOOK_UNKNOWN`, `SOFT_HOOK_AMBIGUOUS` */
export function findSoftHook(open: readonly SoftHook[], key: string): SoftHook {
  const found = open.filter((hook) => key !== "" && shortKeyOf(hook).startsWith(key));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined) throw new PreceptError("SOFT_HOOK_UNKNOWN", { key });
  throw new PreceptError("SOFT_HOOK_AMBIGUOUS", { key, keys: found.map(shortKeyOf) });
}
