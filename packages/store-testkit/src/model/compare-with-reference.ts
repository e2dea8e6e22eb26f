import { compareText, createMemoryStore, type RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { Subject } from "../check.ts";
import { expectSame } from "../subject/save.ts";
import { collect, pagesOf } from "../subject/read.ts";
import { StoreUnderTest } from "./store-under-test.ts";
import type { Step } from "./step.ts";

/** Makes the same calls on a store and on the reference store, and fails if the results differ. */
export async function compareWithReference(subject: Subject, store: RuleStore, steps: readonly Step[]): Promise<void> {
  const reference = new StoreUnderTest(createMemoryStore());
  const tested = new StoreUnderTest(store);
  for (const step of steps) await run(subject, step, reference, tested);
  await compareAll(subject, reference, tested);
}

async function run(subject: Subject, step: Step, reference: StoreUnderTest, tested: StoreUnderTest): Promise<void> {
  switch (step.kind) {
    case "save": {
      await save(subject, step, reference, tested);
      return;
    }
    case "delete": {
      const expected = await reference.delete(step.slot, step.revision);
      expect(await tested.delete(step.slot, step.revision)).toBe(expected);
      return;
    }
    case "get": {
      const expected = await reference.get(step.slot);
      const found = await tested.get(step.slot);
      expect(tested.slotsOf(found === undefined ? [] : [found])).toEqual(
        reference.slotsOf(expected === undefined ? [] : [expected]),
      );
      return;
    }
    case "list": {
      const pages = await pagesOf(tested.store, { limit: step.limit });
      expect(pages.slice(0, -1).every((page) => page.length === step.limit)).toBe(true);
      const ids = pages.flat().map(({ rule }) => rule.id);
      if (subject.capabilities.orderedIds) expect(ids).toEqual(ids.toSorted(compareText));
      expect(tested.slotsOf(pages.flat())).toEqual(reference.slotsOf(await collect(reference.store.list())));
      return;
    }
    case "filter": {
      const expected = await collect(reference.store.list({ filter: step.filter }));
      expect(tested.slotsOf(await collect(tested.store.list({ filter: step.filter })))).toEqual(reference.slotsOf(expected));
      return;
    }
    case "reload": {
      await tested.store.reload();
      await compareAll(subject, reference, tested);
    }
  }
}

async function save(
  subject: Subject,
  step: Step & { kind: "save" },
  reference: StoreUnderTest,
  tested: StoreUnderTest,
): Promise<void> {
  const { slot, revision } = step;
  // A new rule cannot replace itself: its id is not known yet. Stores may report either of two problems first.
  const others = revision === "current" ? step.change.replaces : [];
  const replaces = reference.isPresent(slot) ? others : others.filter((other) => other !== slot);
  const change = { ...step.change, replaces };
  const rule = tested.ruleFor(slot, change);
  if (!subject.accepts(rule)) return;
  const expected = await reference.save(slot, reference.ruleFor(slot, change), revision);
  // Such a store accepts the cycle that the reference rejects.
  if (expected === "RULE_INVALID" && !subject.capabilities.cycleChecks) return;
  expect(await tested.save(slot, rule, revision)).toBe(expected);
}

async function compareAll(subject: Subject, reference: StoreUnderTest, tested: StoreUnderTest): Promise<void> {
  const listed = await collect(tested.store.list());
  expect(tested.slotsOf(listed)).toEqual(reference.slotsOf(await collect(reference.store.list())));
  for (const { rule } of listed) {
    const saved = tested.present.get(rule.id);
    if (saved === undefined) expect.fail(`The rule "${rule.name}" should be deleted.`);
    expectSame(subject, saved, rule);
  }
  expect(tested.changes).toEqual(reference.changes);
}
