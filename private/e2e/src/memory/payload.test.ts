import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseNativeRule, printNativeRule, readWireRule, toWireMemoryRule, type Rule, type RuleUsage } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { expect, it, onTestFinished } from "vitest";

/** The payload of a memory rule, with a value in every field that the first design names. */
const payload = {
  id: "rule_12345",
  category: "behavior",
  name: "atomic_commits",
  rule: "Make atomic commits with clear messages.",
  authority: "absolute",
  scope: ["git", "review"],
  source: "user",
  conditions: { branch: { not: "main" } },
  replaces: ["rule_11111"],
  created_at: "2025-10-04T20:00:00.000Z",
  updated_at: "2025-10-04T21:00:00.000Z",
  metadata: { version_history: [{ version: 1, rule_id: "rule_11111", reason: "Initial version" }], team: "platform" },
  version: 2,
  project_id: "shop",
  tool_targets: ["claude", "codex"],
  priority: 80,
  token_cost: 11,
  usage_count: 3,
  last_used: "2025-10-06T08:00:00.000Z",
  tags: ["workflow:commit", "tool:git"],
};

it("keeps every field of a memory rule through a write, an update, a restart, the wire, and a Markdown file and back", async () => {
  const dir = await mkdtemp(join(tmpdir(), "precept-memory-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, "rules.sqlite");
  const read = readWireRule(payload);
  // Fields that the payload does not have, and the one that is computed.
  expect(read.notes.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    "rule_scope assumed",
    "inclusion assumed",
    "token_cost dropped",
  ]);
  expect([read.tokenCost, read.usage?.count, read.usage?.lastUsedAt]).toEqual([11, 3, payload.last_used]);

  const first = createSqliteStore({ path });
  const saved = await first.save(read.rule);
  for (let use = 0; use < 3; use += 1) await first.recordUse({ ids: [read.rule.id], at: payload.last_used, tool: "claude" });
  await first.save({ ...saved.rule, priority: 81 }, { revision: saved.revision });
  await first[Symbol.asyncDispose]();

  const second = createSqliteStore({ path });
  onTestFinished(() => second[Symbol.asyncDispose]());
  const stored = await second.get("rule_12345");
  const usage = (await second.usage(["rule_12345"])).get("rule_12345");
  expectPayload(stored?.rule, usage);

  const wire: unknown = JSON.parse(JSON.stringify(toWireMemoryRule(stored?.rule as Rule)));
  expectPayload(readWireRule(wire).rule, usage);

  const printed = printNativeRule(stored?.rule as Rule, undefined, { withRecord: true });
  expect(printed.notes.map(({ field }) => field)).toEqual(["description"]);
  const { draft, record } = parseNativeRule({ text: printed.text, file: "atomic_commits.md", path: "atomic_commits.md" });
  const { id, ...times } = { id: "", createdAt: "", updatedAt: "", ...record };
  expect(id).toBe("rule_12345");
  expectPayload({ ...(stored?.rule as Rule), ...draft, ...times, id }, usage);
});

/** Expects every field of the payload, except those that the update changed: the priority and the time of the last change. */
function expectPayload(rule: Rule | undefined, usage: RuleUsage | undefined): void {
  const wire = toWireMemoryRule(rule as Rule, { usage, tokenCost: 11 });
  expect(wire).toMatchObject({
    ...payload,
    updated_at: wire.updated_at,
    priority: 81,
    conditions: JSON.stringify(payload.conditions),
    metadata: JSON.stringify(payload.metadata),
  });
  expect(wire.updated_at >= payload.updated_at).toBe(true);
}
