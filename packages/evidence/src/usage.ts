import type { RuleUsage } from "@precept/core";
import type { SessionRecords } from "./read-sessions.ts";

const never: RuleUsage = { count: 0, lastUsedAt: "", tools: {} };

/** Counts how often rules were delivered in recorded sessions, by the rule's id. The tools are the agents that received them. */
export function usageIn(sessions: readonly SessionRecords[]): ReadonlyMap<string, RuleUsage> {
  const usage = new Map<string, RuleUsage>();
  for (const { records } of sessions) {
    for (const record of records) {
      if (record.kind !== "receipt") continue;
      const { at, session, agent } = record;
      for (const { id } of record.rules) {
        const known = usage.get(id) ?? never;
        const isLast = at >= known.lastUsedAt;
        usage.set(id, {
          ...known,
          count: known.count + 1,
          ...(isLast && { lastUsedAt: at, lastSession: session }),
          tools: { ...known.tools, [agent]: (known.tools[agent] ?? 0) + 1 },
        });
      }
    }
  }
  return usage;
}
