import { hash } from "node:crypto";
import { PreceptError } from "@precept/core";
import { softHookId, type SoftHook, type SoftHookKey } from "@precept/governance";
import type { SoftHooks } from "@precept/enforcement";

/** By which people name advice: long enough to be the only one, short enough to be typed. */
export function shortKeyOf(key: SoftHookKey): string {
  return hash("sha256", softHookId(key)).slice(0, 10);
}

/**
 * The advice with this key, or the only one whose key begins so.
 *
 * @throws PreceptError `SOFT_HOOK_UNKNOWN`, `SOFT_HOOK_AMBIGUOUS`
 */
export async function findSoftHook(softHooks: SoftHooks, [key = ""]: readonly string[]): Promise<SoftHook> {
  const found = (await softHooks.list()).filter((hook) => key !== "" && shortKeyOf(hook).startsWith(key));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined) throw new PreceptError("SOFT_HOOK_UNKNOWN", { key });
  throw new PreceptError("SOFT_HOOK_AMBIGUOUS", { key, keys: found.map(shortKeyOf) });
}
