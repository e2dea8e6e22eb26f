import { countRuleTerms, isStorable, PreceptError, ruleOf, tenantKey, type JsonRow, type Tenant } from "@precept/core";

/** What the index has of a rule. */
export interface IndexedRule {
  readonly owner: Tenant;
  /** The owner as the key of its counts. */
  readonly ownerKey: string;
  /** The sum of the frequencies. */
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

/** @returns undefined if the rule is invalid. Reading it reports the problem. */
export function indexedRule(row: JsonRow): IndexedRule | undefined {
  try {
    const rule = ruleOf(row, "");
    const owner = { projectId: rule.projectId, userId: rule.userId };
    const { frequencies, length } = countRuleTerms(rule);
    const storable = new Map([...frequencies].filter(([term]) => isStorable(term)));
    return { owner, ownerKey: tenantKey(owner), length, frequencies: storable };
  } catch (error) {
    if (PreceptError.is(error, "STORE_FAILED")) return undefined;
    throw error;
  }
}
