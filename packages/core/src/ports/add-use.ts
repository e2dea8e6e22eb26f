import type { RuleUsage, RuleUse } from "./rule-store.ts";

/** Adds a use to the usage of a rule. */
export function addUse(usage: RuleUsage | undefined, { at, session, tool }: RuleUse): RuleUsage {
  const isLatest = usage === undefined || Date.parse(usage.lastUsedAt) <= Date.parse(at);
  const lastSession = (isLatest ? session : undefined) ?? usage?.lastSession ?? session;
  const tools = usage?.tools ?? {};
  return {
    count: (usage?.count ?? 0) + 1,
    lastUsedAt: isLatest ? at : usage.lastUsedAt,
    ...(lastSession !== undefined && { lastSession }),
    tools: tool === undefined ? tools : { ...tools, [tool]: (Object.hasOwn(tools, tool) ? (tools[tool] ?? 0) : 0) + 1 },
  };
}
