import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { LogEntry, ViolationRecord } from "./entry.ts";
import { countEntries, maxStatsRows, statsGroups } from "./stats.ts";

function entry(more: Partial<LogEntry<ViolationRecord>> = {}): LogEntry<ViolationRecord> {
  const metadata = { log_id: "RULE-20260101-001", timestamp: "2026-01-01T10:00:00Z", prev_hash: "", hash: "" };
  return { rule_id: "A", handler: "ASK", priority: "P0", phase: null, violation: { message: "No." }, ...metadata, ...more };
}

async function* each(entries: readonly LogEntry<ViolationRecord>[]): AsyncGenerator<LogEntry<ViolationRecord>> {
  yield* entries;
}

it("counts entries by policy, action, phase, day and agent", async () => {
  const entries = [
    entry(),
    entry({ rule_id: "B", timestamp: "2025-12-31T23:59:59Z" }),
    entry({ rule_id: "B", context: { agent: "Ada" } }),
  ];
  expect(await countEntries(each(entries))).toMatchObject({
    total: 3,
    groups: {
      policy: [
        { value: "B", count: 2 },
        { value: "A", count: 1 },
      ],
      action: [{ value: "ASK", count: 3 }],
      phase: [{ value: null, count: 3 }],
      day: [
        { value: "2025-12-31", count: 1 },
        { value: "2026-01-01", count: 2 },
      ],
      agent: [
        { value: null, count: 2 },
        { value: "Ada", count: 1 },
      ],
    },
  });
});

it("counts each entry once in each group, or says that it has no row", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ rule_id: fc.nat(300).map(String), handler: fc.string() }), { maxLength: 400 }),
      async (all) => {
        const { total, groups, omitted } = await countEntries(each(all.map(entry)));
        expect(total).toBe(all.length);
        for (const group of statsGroups) {
          expect(groups[group].length).toBeLessThanOrEqual(maxStatsRows);
          expect(groups[group].reduce((sum, { count }) => sum + count, omitted[group])).toBe(total);
        }
      },
    ),
    { numRuns: 100 },
  );
});

it.each([
  [100, 100, 0],
  [102, 100, 2],
])("has rows for 100 of %i days and agents: the newest days, and the first agents", async (count, rows, left) => {
  const entries = Array.from({ length: count }, (_, at) =>
    entry({
      timestamp: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
      context: { agent: `a${String(at).padStart(3, "0")}` },
    }),
  );
  const { groups, omitted } = await countEntries(each(entries));
  expect([groups.day.length, groups.agent.length, omitted.day, omitted.agent, omitted.policy]).toEqual([
    rows,
    rows,
    left,
    left,
    0,
  ]);
  expect(groups.day.at(-1)?.value).toBe(entries.at(-1)?.timestamp.slice(0, 10));
  expect(groups.agent[0]?.value).toBe("a000");
});
