import { PreceptError } from "../model/error.ts";
import type { Cancellable } from "./cancellable.ts";
import type { RuleStore, RuleWrite, RuleWriteResult } from "./rule-store.ts";

/** Implements `RuleStore.writeMany` with one call for each write, for a store for which a call costs little. */
export async function writeEach(
  store: Pick<RuleStore, "save" | "delete">,
  writes: readonly RuleWrite[],
  { signal }: Cancellable = {},
): Promise<readonly RuleWriteResult[]> {
  // Copied, because the caller may change the list meanwhile.
  const pending = [...writes];
  const results: RuleWriteResult[] = [];
  for (const write of pending) {
    signal?.throwIfAborted();
    results.push(await writeOne(store, write));
  }
  return results;
}

async function writeOne(store: Pick<RuleStore, "save" | "delete">, write: RuleWrite): Promise<RuleWriteResult> {
  try {
    if (write.kind === "delete") return { kind: "deleted", existed: await store.delete(write.id, { revision: write.revision }) };
    const { rule, kind: _, ...options } = write;
    return { kind: "saved", stored: await store.save(rule, options) };
  } catch (error) {
    if (PreceptError.is(error) && error.code.startsWith("RULE_")) return { kind: "rejected", error };
    throw error;
  }
}
