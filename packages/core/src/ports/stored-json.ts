import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import { deepFreeze } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";
import type { ChangeRecord } from "./change-feed.ts";
import type { RuleWrite, RuleWriteResult } from "./rule-store.ts";
import type { StoredRule } from "./stored-rule.ts";

// For stores that have rules as JSON in a database.

/** A row with a rule as JSON. */
export interface JsonRow {
  readonly revision: number;
  readonly rule: string;
}

/**
 * Parses the rule of a row and freezes it. Fields that are newer than the row get defaults.
 *
 * @param store the id of the store, which another store may have written.
 * @throws PreceptError `STORE_FAILED` if another program wrote or changed the rule, so that it is invalid.
 */
export function ruleOf({ rule }: Pick<JsonRow, "rule">, store: string): Rule {
  try {
    const written = JSON.parse(rule) as Rule;
    return deepFreeze(createRule({ ...written, origin: { ...written.origin, store } }));
  } catch (error) {
    // Every writer validates rules, and a newer model has a newer format.
    const problem = error instanceof Error ? error.message : String(error);
    const reason = `it contains an invalid rule, which another program wrote or changed (${problem})`;
    throw new PreceptError("STORE_FAILED", { store, reason, retryable: false }, { cause: error });
  }
}

export function storedOf(row: JsonRow, store: string): StoredRule {
  const rule = ruleOf(row, store);
  return { rule, revision: String(row.revision), cursor: rule.id };
}

/** Returns a function that parses the rule of a row in its first call. */
export function lazilyStored(row: JsonRow, store: string): () => StoredRule {
  let stored: StoredRule | undefined;
  return () => (stored ??= storedOf(row, store));
}

/** The change of a rule. Parses its states only when a subscriber needs them. */
export function createRecord(
  id: string,
  before: Pick<JsonRow, "rule"> | undefined,
  after: (() => StoredRule) | undefined,
  store: string,
): ChangeRecord {
  return {
    id,
    get before() {
      return before && ruleOf(before, store);
    },
    get after() {
      return after?.();
    },
  };
}

/** A write that was not rejected. */
export type Written = Exclude<RuleWriteResult, { readonly kind: "rejected" }>;

/** The saved rules, each once, in the order of their last writes. */
export function savedRules(writes: readonly RuleWrite[], results: readonly Written[]): readonly StoredRule[] {
  const saved = new Map<string, StoredRule>();
  for (const [at, write] of writes.entries()) {
    const result = results[at];
    saved.delete(write.kind === "save" ? write.rule.id : write.id);
    if (result?.kind === "saved") saved.set(result.stored.rule.id, result.stored);
  }
  return [...saved.values()];
}
