import { compareText, PreceptError, type Rule, type RuleStore } from "@precept/core";
import { storeOfRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantOf } from "../../rules/tenant-of.ts";
import { viewUsage, type UsedRule } from "./view.ts";

export interface UsageOptions {
  readonly unused?: boolean;
}

export async function usage(call: Call<UsageOptions>): Promise<CommandResult> {
  const { args, options } = call;
  const rules = await selectRules(call);
  const countable = rules.filter((rule) => findCounting(call, rule) !== undefined);
  const uncounted = rules.find((rule) => !countable.includes(rule));
  if (uncounted !== undefined && args.length > 0) {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store: uncounted.origin.store, capability: "usage counts" });
  }
  const used = (await readUsage(call, countable)).filter((one) => options.unused !== true || one.usage === undefined);
  const sorted = used.toSorted(compareUsage);
  return {
    json: { rules: sorted.map(toWireUsedRule), not_counted: rules.length - countable.length },
    text: (style) =>
      viewUsage({ used: sorted, notCounted: rules.length - countable.length, onlyUnused: options.unused === true }, style),
  };
}

/** The named rules, or all that the tenant sees. Of several rules with a name, all are selected. */
async function selectRules(call: Call<UsageOptions>): Promise<readonly Rule[]> {
  const { workspace, args } = call;
  const tenant = tenantOf(call);
  if (args.length === 0) return workspace.list({ tenant });
  const selected: Rule[] = [];
  for (const name of args) {
    const rule = await workspace.get(name, { tenant });
    const namesakes = rule.name === name ? await workspace.list({ name, tenant }) : [rule];
    selected.push(...namesakes.filter((one) => !selected.includes(one)));
  }
  return selected;
}

/** The store of a rule, if it counts uses. */
function findCounting({ workspace }: Call, { origin }: Rule): RuleStore | undefined {
  return workspace.stores.find(({ id, capabilities }) => id === origin.store && capabilities.usage);
}

async function readUsage({ workspace }: Call, rules: readonly Rule[]): Promise<readonly UsedRule[]> {
  const byStore = Map.groupBy(rules, (rule) => storeOfRule(workspace.stores, rule));
  const used: UsedRule[] = [];
  for (const [store, stored] of byStore) {
    const usages = await store.usage(stored.map(({ id }) => id));
    used.push(...stored.map((rule) => ({ rule, usage: usages.get(rule.id) })));
  }
  return used;
}

/** Most used first, then last used first, then by name. */
function compareUsage({ rule: left, usage: leftUsage }: UsedRule, { rule: right, usage: rightUsage }: UsedRule): number {
  return (
    (rightUsage?.count ?? 0) - (leftUsage?.count ?? 0) ||
    compareText(rightUsage?.lastUsedAt ?? "", leftUsage?.lastUsedAt ?? "") ||
    compareText(left.name, right.name) ||
    compareText(left.id, right.id)
  );
}

function toWireUsedRule({ rule, usage: found }: UsedRule) {
  return {
    id: rule.id,
    name: rule.name,
    scope: rule.scope,
    store: rule.origin.store,
    usage_count: found?.count ?? 0,
    last_used: found === undefined || found.lastUsedAt === "" ? null : found.lastUsedAt,
    last_session: found?.lastSession ?? null,
    tools: found?.tools ?? {},
  };
}
