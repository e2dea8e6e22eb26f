import { createMemoryStore, type StoreCapabilities } from "@precept/core";
import { describe, expect, it } from "vitest";
import { checkRequirement } from "./check-requirement.ts";
import type { ChecksOf } from "./check.ts";
import { expectationOf } from "./expectation.ts";
import type { KnownGap, RuleStoreSuite } from "./suite.ts";

const all: StoreCapabilities = { write: true, search: false, history: true, usage: true, transactions: true };
const suite: RuleStoreSuite = { open: async () => createMemoryStore(), capabilities: all };

describe("a requirement", () => {
  it("is expected to be met, under its sentence and id", () => {
    expect(expectationOf("get/missing", suite)).toEqual({
      title: "answers undefined for an id that it does not have (get/missing)",
      outcome: "passes",
    });
  });

  it("is expected to fail, with the reason, where it is a known gap", () => {
    const knownGaps = [{ requirement: "get/missing", reason: "it guesses" }] as const;
    expect(expectationOf("get/missing", { ...suite, knownGaps })).toEqual({
      title: "known gap: answers undefined for an id that it does not have (get/missing): it guesses",
      outcome: "fails",
    });
  });

  it("is skipped where it asks for data that outlive the store, and the suite can't open them again", async () => {
    expect(expectationOf("reopen/rules", suite).outcome).toBe("skips");
    expect(await checkRequirement("reopen/rules", suite)).toBe("its rules do not outlive it");
  });

  it.each([
    ["history/end", { ...all, history: false }, "history"],
    ["history/end", { ...all, write: false }, "write"],
    ["reopen/usage", { ...all, usage: false }, "usage"],
  ] as const)("becomes one to refuse, for %s and %j, for want of %s", async (id, capabilities, capability) => {
    const lacking = { ...suite, capabilities };
    expect(expectationOf(id, lacking).title).toMatch(`refuses, for want of ${capability}: `);
    // The memory store can all that: one that does what it says it can't pretends, too.
    await expect(checkRequirement(id, lacking)).rejects.toThrow("Expected STORE_CAPABILITY_MISSING");
  });

  it("says that there is nothing to look at where the store can't keep the rule that it is about", async () => {
    const picky = { ...suite, accepts: () => false };
    expect(await checkRequirement("keeps/long", picky)).toBe("The store can keep none of the rules that this is about.");
    expect(await checkRequirement("delete/gone", picky)).toBe('The store can\'t keep the rule that this is about ("one").');
  });
});

it("does not compile with an area of which a check is missing or unknown", () => {
  // @ts-expect-error: the check of get/missing is missing
  const incomplete: ChecksOf<"get"> = {};
  // @ts-expect-error: there is no such requirement
  const unknown: ChecksOf<"get"> = { "get/missing": async () => undefined, "get/other": async () => undefined };
  // @ts-expect-error: there is no such requirement
  const gap: KnownGap = { requirement: "get/other", reason: "nobody asked" };
  expect([incomplete, unknown, gap]).toHaveLength(3);
});
