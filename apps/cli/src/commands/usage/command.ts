import { pushAll, compareText, formatNumber, type Rule, type RuleUsage } from "@precept/core";
import { readNewestSessions, usageIn } from "@precept/evidence";
import { isUnusedSince, storeOfRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantOf } from "../../rules/tenant.ts";
import { viewTable } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";

interface UsedRule {
  readonly rule: Rule;
  readonly usage: RuleUsage;
}

interface UsageOptions {
  /** Only rules that were never used, or not for a time in milliseconds. */
  readonly unused?: true | number;
}

/** The usage of rules that were never used. */
const unused: RuleUsage = { count: 0, lastUsedAt: "", tools: {} };

export async function usage(call: Call<UsageOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  const rules = await selectRules(call);
  const counting = new Set(workspace.stores.filter(({ capabilities }) => capabilities.usage).map(({ id }) => id));
  const isCounted = ({ origin }: Rule): boolean => counting.has(origin.store);
  const counted = rules.filter(isCounted);
  const uncounted = rules.filter((rule) => !isCounted(rule));
  const { sessions } = uncounted.length === 0 ? { sessions: [] } : readNewestSessions(workspace.root, Number.POSITIVE_INFINITY);
  const recorded = usageIn(sessions);
  // Without a recorded session, nothing is known about the rules in files.
  const known = sessions.length > 0 || call.args.length > 0 ? uncounted : [];
  const fromSessions = known.map((rule) => ({ rule, usage: recorded.get(rule.id) ?? unused }));
  const found = [...(await readUsage(call, counted)), ...fromSessions].filter(selectUsed(options));
  const used = found.toSorted(compareUsage);
  return {
    json: { rules: used.map(toWireUsedRule), counted_in_sessions: uncounted.length, sessions: sessions.length },
    text: (style) =>
      asLines([
        ...(used.length > 0
          ? viewUsages(used, style)
          : [options.unused === undefined ? "No rules whose uses are counted." : "No unused rules."]),
        ...(typeof options.unused === "number" && used.length > 0 ? ["Nothing is deleted. Decide with `precept review`."] : []),
        ...(uncounted.length > 0
          ? [style.dim(`${count(uncounted.length, "rule")} in files: uses in ${count(sessions.length, "recorded session")}`)]
          : []),
      ]),
  };
}

function selectUsed({ unused: age }: UsageOptions): (one: UsedRule) => boolean {
  if (age === undefined) return () => true;
  if (age === true) return ({ usage: { count: uses } }) => uses === 0;
  const since = new Date(Date.now() - age).toISOString();
  return ({ rule, usage: { lastUsedAt } }) => isUnusedSince(rule, lastUsedAt, since);
}

/** The named rules, or all that the tenant sees. Of several rules with a name, all are selected. */
async function selectRules(call: Call): Promise<readonly Rule[]> {
  const { workspace, args } = call;
  const tenant = tenantOf(call);
  if (args.length === 0) return workspace.list({ tenant });
  const selected = new Set<Rule>();
  for (const name of args) {
    const rule = await workspace.get(name, { tenant });
    const namesakes = rule.name === name ? await workspace.list({ name, tenant }) : [rule];
    for (const one of namesakes) selected.add(one);
  }
  return [...selected];
}

async function readUsage({ workspace }: Call, rules: readonly Rule[]): Promise<readonly UsedRule[]> {
  const used: UsedRule[] = [];
  for (const [store, stored] of Map.groupBy(rules, (rule) => storeOfRule(workspace.stores, rule))) {
    const usages = await store.usage(stored.map(({ id }) => id));
    pushAll(
      used,
      stored.map((rule) => ({ rule, usage: usages.get(rule.id) ?? unused })),
    );
  }
  return used;
}

/** Most used first, then last used first, then by name. */
function compareUsage({ rule: left, usage: leftUsage }: UsedRule, { rule: right, usage: rightUsage }: UsedRule): number {
  return (
    rightUsage.count - leftUsage.count ||
    compareText(rightUsage.lastUsedAt, leftUsage.lastUsedAt) ||
    compareText(left.name, right.name) ||
    compareText(left.id, right.id)
  );
}

function toWireUsedRule({ rule, usage: { count: uses, lastUsedAt, lastSession, tools } }: UsedRule) {
  return {
    id: rule.id,
    name: rule.name,
    scope: rule.scope,
    store: rule.origin.store,
    usage_count: uses,
    last_used: lastUsedAt === "" ? null : lastUsedAt,
    last_session: lastSession ?? null,
    tools,
  };
}

function viewUsages(used: readonly UsedRule[], style: Style): readonly string[] {
  const rows = used.map(({ rule, usage: { count: uses, lastUsedAt, lastSession = "-", tools } }) => [
    style.green(printable(rule.name)),
    formatNumber(uses),
    lastUsedAt === "" ? "never" : printable(lastUsedAt),
    printable(lastSession),
    describeTools(tools),
  ]);
  return viewTable(["name", "uses", "last used", "last session", "tools"], rows, style);
}

/** `claude 3, cursor 1`, most uses first. */
function describeTools(tools: RuleUsage["tools"]): string {
  const sorted = Object.entries(tools).toSorted(
    ([leftName, left], [rightName, right]) => right - left || compareText(leftName, rightName),
  );
  return sorted.length === 0 ? "-" : sorted.map(([tool, uses]) => `${printable(tool)} ${formatNumber(uses)}`).join(", ");
}
