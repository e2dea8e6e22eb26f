import { compareText, createMemoryStore, type Rule, type RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf, Subject } from "../check.ts";
import { withRandomValues } from "../subject/random-writes.ts";
import { expectSame } from "../subject/save.ts";
import { collect, pagesOf } from "../subject/read.ts";
import { StoreUnderTest, type PlannedWrite } from "./store-under-test.ts";
import { sequences, type DeleteStep, type SaveStep, type Step } from "./step.ts";

export const modelChecks: ChecksOf<"model"> = {
  async "model/agrees"(subject) {
    const steps = sequences(subject.model.maxCalls);
    await withRandomValues(subject, steps, (store, sequence) => compareWithReference(subject, store, sequence));
  },
};

/** Makes the same calls on a store and on the reference store, and fails if the results differ. */
async function compareWithReference(subject: Subject, store: RuleStore, steps: readonly Step[]): Promise<void> {
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
    case "write-many": {
      await writeMany(subject, step.writes, reference, tested);
      return;
    }
    case "prune": {
      if (!subject.capabilities.history) return;
      const { maxRevisions } = step;
      const expected = await reference.store.pruneHistory({ maxRevisions });
      expect(await tested.store.pruneHistory({ maxRevisions })).toBe(expected);
      return;
    }
    case "get": {
      const expected = await reference.get(step.slot, step.tenant);
      const found = await tested.get(step.slot, step.tenant);
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

/** The rules of a save for both stores; undefined if the store under test does not accept its rule. */
function rulesFor(
  subject: Subject,
  { slot, revision, change: changed }: SaveStep,
  reference: StoreUnderTest,
  tested: StoreUnderTest,
): { readonly expected: Rule; readonly actual: Rule } | undefined {
  // A new rule cannot replace itself: its id is not known yet. Stores may report either of two problems first.
  const others = revision === "current" ? changed.replaces : [];
  const replaces = reference.isPresent(slot) ? others : others.filter((other) => other !== slot);
  const change = { ...changed, replaces };
  const actual = tested.ruleFor(slot, change);
  return subject.accepts(actual) ? { expected: reference.ruleFor(slot, change), actual } : undefined;
}

async function save(subject: Subject, step: SaveStep, reference: StoreUnderTest, tested: StoreUnderTest): Promise<void> {
  const rules = rulesFor(subject, step, reference, tested);
  if (rules === undefined) return;
  const { slot, revision } = step;
  const expected = await reference.save(slot, rules.expected, revision);
  // A store without `cycleChecks` accepts the cycle that the reference rejects.
  if (expected === "RULE_INVALID" && !subject.capabilities.cycleChecks) return;
  expect(await tested.save(slot, rules.actual, revision)).toBe(expected);
}

/** Performs several writes together, without replacements, since new ids decide whether they form a cycle. */
async function writeMany(
  subject: Subject,
  steps: readonly (SaveStep | DeleteStep)[],
  reference: StoreUnderTest,
  tested: StoreUnderTest,
): Promise<void> {
  const planned: { readonly expected: PlannedWrite; readonly actual: PlannedWrite }[] = [];
  for (const step of steps) {
    if (step.kind === "delete") {
      const plan = { slot: step.slot, revision: step.revision };
      planned.push({ expected: plan, actual: plan });
      continue;
    }
    const { slot, revision } = step;
    const rules = rulesFor(subject, { ...step, change: { ...step.change, replaces: [] } }, reference, tested);
    if (rules === undefined) continue;
    planned.push({ expected: { slot, revision, rule: rules.expected }, actual: { slot, revision, rule: rules.actual } });
  }
  const expected = await reference.writeMany(planned.map((plan) => plan.expected));
  expect(await tested.writeMany(planned.map((plan) => plan.actual))).toEqual(expected);
}

async function compareAll(subject: Subject, reference: StoreUnderTest, tested: StoreUnderTest): Promise<void> {
  const listed = await collect(tested.store.list());
  expect(tested.slotsOf(listed)).toEqual(reference.slotsOf(await collect(reference.store.list())));
  for (const { rule } of listed) {
    const saved = tested.present.get(rule.id);
    if (saved === undefined) expect.fail(`The rule "${rule.name}" should be deleted.`);
    expectSame(subject, saved, rule);
  }
  if (subject.capabilities.history) expect(await tested.versions()).toEqual(await reference.versions());
  expect(tested.changes).toEqual(reference.changes);
}
