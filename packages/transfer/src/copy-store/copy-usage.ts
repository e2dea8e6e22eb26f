import type { RuleStore, RuleUsage } from "@precept/core";

/** Raises the usage of rules in a store to that in another one, so that a second copy changes nothing. @returns the changed rules. */
export async function copyUsage(from: RuleStore, to: RuleStore, ids: readonly string[]): Promise<number> {
  const [wanted, known] = await Promise.all([from.usage(ids), to.usage(ids)]);
  let changed = 0;
  for (const [id, usage] of wanted) {
    const missing = missingUses(usage, known.get(id));
    if (missing.length === 0) continue;
    changed += 1;
    const { lastUsedAt: at, lastSession: session } = usage;
    for (const { tool, count } of missing) await to.recordUse({ ids: [id], at, session, tool, count });
  }
  return changed;
}

interface MissingUses {
  readonly tool: string | undefined;
  readonly count: number;
}

function missingUses(wanted: RuleUsage, known: RuleUsage | undefined): readonly MissingUses[] {
  const tools = Object.entries(wanted.tools).map(([tool, count]) => ({ tool, count: count - (known?.tools[tool] ?? 0) }));
  const others = { tool: undefined, count: withoutTool(wanted) - withoutTool(known) };
  return [...tools, others].filter(({ count }) => count > 0);
}

function withoutTool(usage: RuleUsage | undefined): number {
  return Object.values(usage?.tools ?? {}).reduce((rest, count) => rest - count, usage?.count ?? 0);
}
