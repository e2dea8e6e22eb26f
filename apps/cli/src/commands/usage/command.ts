import { compareText, formatNumber, PreceptError, type Rule, type RuleStore, type RuleUsage } from "@precept/core";
import { storeOfRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantOf } from "../../rules/tenant.ts";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

interface UsageOptions {
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

interface UsedRule {
  readonly rule: Rule;
  readonly usage: RuleUsage | undefined;
}

interface ShownUsage {
  readonly used: readonly UsedRule[];
  /** The number of rules in stores that do not count uses. */
  readonly notCounted: number;
  readonly onlyUnused: boolean;
}

function viewUsage({ used, notCounted, onlyUnused }: ShownUsage, style: Style): string {
  const lines =
    used.length === 0 ? [onlyUnused ? "No unused rules." : "No rules whose uses are counted."] : viewUsages(used, style);
  if (notCounted > 0) {
    lines.push(style.dim(`${count(notCounted, "rule")} not counted: only a database that you may write counts uses`));
  }
  return `${lines.join("\n")}\n`;
}

function viewUsages(used: readonly UsedRule[], style: Style): string[] {
  const rows = used.map(({ rule, usage }) => [
    style.green(printable(rule.name)),
    formatNumber(usage?.count ?? 0),
    usage === undefined || usage.lastUsedAt === "" ? "never" : printable(usage.lastUsedAt),
    printable(usage?.lastSession ?? "-"),
    describeTools(usage),
  ]);
  return viewTable(["name", "uses", "last used", "last session", "tools"], rows, style);
}

/** `claude 3, cursor 1`, most uses first. */
function describeTools(usage: RuleUsage | undefined): string {
  const tools = Object.entries(usage?.tools ?? {}).toSorted(
    ([leftName, left], [rightName, right]) => right - left || compareText(leftName, rightName),
  );
  return tools.length === 0 ? "-" : tools.map(([tool, uses]) => `${printable(tool)} ${formatNumber(uses)}`).join(", ");
}
