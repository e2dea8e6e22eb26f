import { hash } from "node:crypto";
import { PreceptError } from "@precept/core";
import { softHookId, type SoftHook, type SoftHookKey } from "@precept/governance";
import type { SoftHooks } from "@precept/enforcement";

/** The key by which the user names an advisory: long enough to be unique, short enough to type. */
export function shortKeyOf(key: SoftHookKey): string {
  return hash("sha256", softHookId(key)).slice(0, 10);
}

/**
 * Finds an advisory by its key, or by the beginning of its key.
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
