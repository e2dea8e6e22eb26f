import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { saveRule } from "../subject/save.ts";
import { expectUnchanged } from "../subject/expect-rejected.ts";

const first = "2026-01-02T03:04:05.000Z";
const second = "2026-01-02T03:04:06.000Z";
const third = "2026-02-01T00:00:00.000Z";

export const usageChecks: ChecksOf<"usage"> = {
  async "usage/counted"(subject, store) {
    const { rule: one } = await saveRule(subject, { name: "one" });
    const { rule: two } = await saveRule(subject, { name: "two" });
    const { rule: three } = await saveRule(subject, { name: "three" });
    expect(await store.usage([one.id])).toEqual(new Map());
    await store.recordUse({ ids: [one.id, two.id], at: first });
    await store.recordUse({ ids: [one.id], at: second });
    await store.recordUse({ ids: [], at: third });
    expect(await store.usage([three.id, two.id, one.id])).toEqual(
      new Map([
        [one.id, { count: 2, lastUsedAt: second, tools: {} }],
        [two.id, { count: 1, lastUsedAt: first, tools: {} }],
      ]),
    );
    await store.recordUse({ ids: [two.id], at: second, tool: "claude", count: 41 });
    expect(await store.usage([two.id])).toEqual(new Map([[two.id, { count: 42, lastUsedAt: second, tools: { claude: 41 } }]]));
    expect(await store.usage([])).toEqual(new Map());
  },

  async "usage/unknown"(subject, store) {
    const { rule } = await saveRule(subject);
    await store.recordUse({ ids: ["project:never-was", rule.id, ""], at: first });
    expect(await store.usage(["project:never-was", "", rule.id])).toEqual(
      new Map([[rule.id, { count: 1, lastUsedAt: first, tools: {} }]]),
    );
  },

  async "usage/latest"(subject, store) {
    const { rule } = await saveRule(subject);
    for (const at of [second, third, first]) await store.recordUse({ ids: [rule.id], at });
    expect(await store.usage([rule.id])).toEqual(new Map([[rule.id, { count: 3, lastUsedAt: third, tools: {} }]]));
  },

  async "usage/at-once"(subject, store) {
    const { rule } = await saveRule(subject);
    await Promise.all(Array.from({ length: 20 }, () => store.recordUse({ ids: [rule.id], at: first })));
    expect((await store.usage([rule.id])).get(rule.id)?.count).toBe(20);
  },

  async "usage/apart"(subject, store) {
    const { rule } = await saveRule(subject);
    await expectUnchanged(store, async () => {
      await store.recordUse({ ids: [rule.id], at: first });
      await store.reload();
    });
    expect((await store.usage([rule.id])).get(rule.id)?.count).toBe(1);
  },

  async "usage/session-and-tool"(subject, store) {
    const { rule } = await saveRule(subject);
    const usage = async () => (await store.usage([rule.id])).get(rule.id);
    await store.recordUse({ ids: [rule.id], at: second, session: "s2", tool: "claude" });
    await store.recordUse({ ids: [rule.id], at: first, session: "s1", tool: "cursor" });
    expect(await usage()).toEqual({ count: 2, lastUsedAt: second, lastSession: "s2", tools: { claude: 1, cursor: 1 } });
    await store.recordUse({ ids: [rule.id], at: third, tool: "claude" });
    await store.recordUse({ ids: [rule.id], at: third });
    expect(await usage()).toEqual({ count: 4, lastUsedAt: third, lastSession: "s2", tools: { claude: 2, cursor: 1 } });
    await store.recordUse({ ids: [rule.id], at: third, session: "s3", tool: "constructor" });
    const tools = { claude: 2, cursor: 1, constructor: 1 };
    expect(await usage()).toEqual({ count: 5, lastUsedAt: third, lastSession: "s3", tools });
  },
};
