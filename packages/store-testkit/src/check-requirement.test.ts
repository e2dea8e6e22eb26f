import { createMemoryStore, type StoreCapabilities } from "@precept/core";
import { describe, expect, it } from "vitest";
import { checkRequirement, expectationOf } from "./check-requirement.ts";
import type { ChecksOf } from "./check.ts";
import type { KnownGap, RuleStoreSuite } from "./suite.ts";

const all: StoreCapabilities = {
  write: true,
  search: false,
  history: true,
  usage: true,
  transactions: true,
  positions: true,
  orderedIds: true,
  ruleCursors: true,
  cycleChecks: true,
};
const suite: RuleStoreSuite = { open: async () => createMemoryStore({ epoch: crypto.randomUUID() }), capabilities: all };

describe("a requirement", () => {
  it("is expected to pass, with its text and id as title", () => {
    expect(expectationOf("get/missing", suite)).toEqual({
      title: "returns undefined for an unknown id (get/missing)",
      outcome: "passes",
    });
  });

  it("is expected to fail, with the reason, if it is a known gap", () => {
    const knownGaps = [{ requirement: "get/missing", reason: "it guesses" }] as const;
    expect(expectationOf("get/missing", { ...suite, knownGaps })).toEqual({
      title: "known gap: returns undefined for an unknown id (get/missing): it guesses",
      outcome: "fails",
    });
  });

  it("is skipped if it needs a durable store and the suite cannot reopen it", async () => {
    expect(expectationOf("reopen/rules", suite).outcome).toBe("skips");
    expect(await checkRequirement("reopen/rules", suite)).toBe("the store is not durable");
  });

  it.each([
    ["history/end", { ...all, history: false }, "history"],
    ["history/end", { ...all, write: false }, "write"],
    ["reopen/usage", { ...all, usage: false }, "usage"],
  ] as const)("becomes a check of rejections for %s with %j, without %s", async (id, capabilities, capability) => {
    const lacking = { ...suite, capabilities };
    expect(expectationOf(id, lacking).title).toMatch(`rejects without ${capability}: `);
    // The memory store supports everything, so it does not reject.
    await expect(checkRequirement(id, lacking)).rejects.toThrow("Expected STORE_CAPABILITY_MISSING");
  });

  it("is skipped if the store does not accept the rule of the check", async () => {
    const picky = { ...suite, accepts: () => false };
    expect(await checkRequirement("keeps/long", picky)).toBe("The store accepts none of the rules of this check.");
    expect(await checkRequirement("delete/gone", picky)).toBe('The store does not accept the rule of this check ("one").');
  });
});

it("does not compile with missing or unknown checks", () => {
  // @ts-expect-error: the check of get/missing is missing
  const incomplete: ChecksOf<"get"> = {};
  // @ts-expect-error: unknown requirement
  const unknown: ChecksOf<"get"> = { "get/missing": async () => undefined, "get/other": async () => undefined };
  // @ts-expect-error: unknown requirement
  const gap: KnownGap = { requirement: "get/other", reason: "unknown" };
  expect([incomplete, unknown, gap]).toHaveLength(3);
});
