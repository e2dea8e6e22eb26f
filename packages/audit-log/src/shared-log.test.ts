import { createMemoryState, type SharedState, type StateLog } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createSharedAuditLog } from "./shared-audit-log.ts";
import type { AuditLog } from "./audit-log.ts";

const createState = (): SharedState => createMemoryState({ now: () => 0 });

function openIn(state: SharedState, project = "shop"): AuditLog {
  return createSharedAuditLog({ shared: { state, project }, now: () => new Date("2026-01-31T12:00:00Z") });
}

const record = (rule: string, file = "a.ts") => ({
  rule_id: rule,
  handler: "LOG_ONLY",
  priority: "P2",
  phase: "REVIEW",
  context: { file },
  violation: { message: "No." },
});

/** State whose stored entries of violations are changed when they are read. */
function tampered(state: SharedState, change: (values: readonly string[]) => readonly string[]): SharedState {
  return {
    ...state,
    log(use, owner) {
      const log = state.log(use, owner);
      const read: StateLog["read"] = async (options) => {
        const page = await log.read(options);
        const values = change(page.entries.map(({ value }) => value));
        return { ...page, entries: values.map((value, at) => ({ position: options.after + at + 1, value })) };
      };
      return { append: (one) => log.append(one), follow: (onChange) => log.follow(onChange), read };
    },
  };
}

async function rulesOf(log: AuditLog, filter = {}): Promise<readonly string[]> {
  const rules: string[] = [];
  for await (const entry of log.violations.list(filter)) rules.push(entry.rule_id);
  return rules;
}

describe("an audit log in the state that servers share", () => {
  it("has one chain for the entries of all servers", async () => {
    const state = createState();
    const [one, other] = [openIn(state), openIn(state)];
    const added = await Promise.all([
      ...Array.from({ length: 5 }, (_, at) => one.violations.append(record(`A-${at}`))),
      ...Array.from({ length: 5 }, (_, at) => other.violations.append(record(`B-${at}`))),
    ]);
    expect(new Set(added.map(({ log_id: id }) => id)).size).toBe(10);
    expect(await one.violations.verify()).toMatchObject({ isIntact: true, entries: 10, last: { logId: "RULE-20260131-010" } });
    expect(await other.softHooks.verify()).toBeUndefined();
    expect(await rulesOf(other)).toHaveLength(10);
    expect(await rulesOf(one, { ruleId: "A-3" })).toEqual(["A-3"]);
    expect((await one.violations.tail(2)).map(({ log_id: id }) => id)).toEqual(["RULE-20260131-009", "RULE-20260131-010"]);
    expect(await rulesOf(openIn(state, "bank"))).toEqual([]);
  });

  it("masks secrets before they are stored", async () => {
    const state = createState();
    await openIn(state).violations.append({ ...record("A-1"), further: { password: "hunter2" } });
    const { entries } = await state.log("audit-violations", "shop").read({ after: 0, limit: 9 });
    expect(entries[0]?.value).not.toContain("hunter2");
  });

  it("lets a follower see the entries of another server, once and in order", async () => {
    const state = createState();
    const stop = new AbortController();
    await openIn(state).violations.append(record("A-0"));
    const entries = await openIn(state).violations.follow({ signal: stop.signal });
    const other = openIn(state);
    for (let at = 1; at <= 3; at += 1) await other.violations.append(record(`A-${at}`));
    const seen: string[] = [];
    for await (const entry of entries) {
      seen.push(entry.rule_id);
      if (seen.length === 3) stop.abort();
    }
    expect(seen).toEqual(["A-1", "A-2", "A-3"]);
  });

  it.each<[string, (values: readonly string[]) => readonly string[], string]>([
    ["changed", (values) => values.map((value) => value.replace("A-2", "A-9")), "audit/entry-changed"],
    ["removed", (values) => values.filter((value) => !value.includes("A-2")), "audit/entries-missing"],
    ["removed at the end", (values) => values.filter((value) => !value.includes("A-4")), "audit/end-missing"],
    ["moved", (values) => values.toReversed(), "audit/entries-missing"],
    ["replaced by another text", (values) => values.map((value) => (value.includes("A-2") ? "x" : value)), "audit/foreign-line"],
  ])("finds an entry that was %s", async (_, change, code) => {
    const state = createState();
    const log = openIn(state);
    for (let at = 0; at < 5; at += 1) await log.violations.append(record(`A-${at}`));
    const found = await openIn(tampered(state, change)).violations.verify();
    expect(found?.isIntact).toBe(false);
    expect(found?.diagnostics.map((one) => one.code)).toContain(code);
  });

  it("finds a log that was rewritten, by the hash of an entry", async () => {
    const state = createState();
    const { hash } = await openIn(state).violations.append(record("A-1"));
    expect(await openIn(state).violations.verify({ trusted: hash })).toMatchObject({ isIntact: true });
    const rewritten = createState();
    await openIn(rewritten).violations.append(record("A-2"));
    expect(await openIn(rewritten).violations.verify({ trusted: hash })).toMatchObject({ isIntact: false });
  });

  it("writes what was appended before it is closed, and refuses the rest", async () => {
    const state = createState();
    const log = openIn(state);
    const first = log.violations.append(record("A-1"));
    await log[Symbol.asyncDispose]();
    await first;
    await expect(log.violations.append(record("A-2"))).rejects.toMatchObject({ code: "STORE_CLOSED" });
    expect(await rulesOf(openIn(state))).toEqual(["A-1"]);
  });
});
