import { createRule, type Rule, type RuleInput, type RuleStore, type StoredRule } from "@precept/core";
import type { ListOptions } from "@precept/core";

/** Builds a rule with defaults. */
export function buildRule(input: Partial<RuleInput> = {}): Rule {
  const { id = "project:style", name = id } = input;
  return createRule({ content: `Text of ${name}.`, ...input, id, name });
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export async function idsOf(store: RuleStore, options?: ListOptions): Promise<readonly string[]> {
  return (await collect(store.list(options))).map(({ rule }) => rule.id);
}

/** Saves a change of the current revision. */
export async function change(store: RuleStore, id: string, input: Partial<RuleInput>): Promise<StoredRule> {
  const current = await store.get(id);
  return store.save(createRule({ ...(current?.rule ?? buildRule({ id })), ...input }), { revision: current?.revision });
}
