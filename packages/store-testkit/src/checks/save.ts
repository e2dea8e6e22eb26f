import { compareText, type Rule, type RuleInput } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type ChecksOf } from "../check.ts";
import { expectRefused, expectRefusedUnchanged } from "../subject/expect-refused.ts";
import { aRule, change, expectSame, keep, keepAll } from "../subject/keep.ts";
import { everything, idsOf } from "../subject/read.ts";

/** A rule with a value of its own in every field. */
const full: Partial<RuleInput> & { readonly name: string } = {
  name: "full",
  description: "Every field has something to say.",
  content: "# Full\n\nUse all of it.\n",
  inclusion: "fileMatch",
  globs: ["*.ts", "!dist/**", "/src/{a,b}/*.tsx"],
  priority: 99,
  override: true,
  enabled: false,
  pending: true,
  authority: "absolute",
  category: "behavior",
  contexts: ["review", "test"],
  targets: ["claude", "cursor"],
  projectId: "shop",
  userId: "ann",
  tags: ["language:typescript", "team:web"],
  conditions: { branch: "main" },
  replaces: ["project:old", "project:older"],
  metadata: { owner: "web" },
};

/** Rules of every kind of which a store may be able to keep only some. */
const various: readonly (Partial<RuleInput> & { readonly name: string })[] = [
  full,
  { name: "everywhere", scope: "global" },
  { name: "own", scope: "user", userId: "ann" },
  { name: "passing", scope: "session" },
  { name: "empty", content: "", description: "" },
  { name: "windows", content: "one\r\ntwo\r\n" },
  { name: "proposed", pending: true },
  { name: "some.where/else: #1\n" },
  { name: "Großes 😀" },
  { name: "odd", metadata: { "a key": { deep: [null, 1.5] } } },
];

const faults: readonly Partial<Rule>[] = [{ priority: 0 }, { priority: 101 }, { priority: 1.5 }, { name: "" }];

export const saveChecks: ChecksOf<"save"> = {
  async "save/found-by-id"(subject) {
    const { store } = subject;
    for (const [name, { rule }] of await keepAll(subject, [{ ...full, name: "another" }, full])) {
      expectSame(subject, aRule({ ...full, name }), (await store.get(rule.id))?.rule);
    }
  },

  async "save/defaults"(subject) {
    const { rule } = await keep(subject);
    expectSame(subject, aRule(), (await subject.store.get(rule.id))?.rule);
  },

  async "save/returned"(subject) {
    const first = await keep(subject);
    expect(await subject.store.get(first.rule.id)).toEqual(first);
    expect(await everything(subject.store)).toEqual([first]);
    const second = await change(subject, first, { priority: 7 });
    expect(await subject.store.get(second.rule.id)).toEqual(second);
  },

  async "save/replaced"(subject) {
    const [first] = (await keepAll(subject, [full])).values();
    if (first === undefined) throw new NotApplicable("The store can't keep a rule with every field.");
    // Every field but those that say where the rule is goes back to its default: none may linger.
    const { id, name, scope } = first.rule;
    const bare = aRule({ id, name, scope, content: "Little.\n" });
    if (!subject.accepts(bare)) throw new NotApplicable("The store can't keep a rule without all that.");
    const second = await subject.store.save(bare, { revision: first.revision });
    expect(second.rule.id).toBe(id);
    expectSame(subject, bare, (await subject.store.get(id))?.rule);
    expect(await idsOf(subject.store)).toEqual([id]);
  },

  async "save/others-stay"(subject) {
    const { store } = subject;
    const other = await keep(subject, { name: "other" });
    const mine = await keep(subject, { name: "mine" });
    await change(subject, mine, { priority: 3 });
    expect(await store.get(other.rule.id)).toEqual(other);
    await change(subject, other, { priority: 4 });
    expect((await store.get(mine.rule.id))?.rule.priority).toBe(3);
  },

  async "save/side-by-side"(subject) {
    const names = Array.from({ length: 20 }, (_, position) => `rule-${position}`);
    const saved = await Promise.all(names.map((name) => keep(subject, { name })));
    expect((await everything(subject.store)).map(({ rule }) => rule.name).toSorted()).toEqual(names.toSorted());
    expect(new Set(saved.map(({ rule }) => rule.id)).size).toBe(names.length);
    for (const stored of saved) expect(await subject.store.get(stored.rule.id)).toEqual(stored);
  },

  async "save/new-revision"(subject) {
    const revisions = new Set<string>();
    let stored = await keep(subject);
    for (let priority = 1; priority <= 5; priority += 1) {
      revisions.add(stored.revision);
      stored = await change(subject, stored, { priority });
    }
    expect(revisions.add(stored.revision).size).toBe(6);
  },

  async "save/same-again"(subject) {
    const first = await keep(subject);
    const second = await change(subject, first, {});
    expect(second.revision).not.toBe(first.revision);
    await expectRefused(change(subject, first, { priority: 3 }), "RULE_CONFLICT");
  },

  async "save/revision-never-returns"(subject) {
    const first = await keep(subject, { priority: 1 });
    const second = await change(subject, first, { priority: 2 });
    await change(subject, second, { priority: 1 });
    await expectRefusedUnchanged(subject, () => change(subject, first, { priority: 3 }), "RULE_CONFLICT");
  },

  async "save/invalid"(subject) {
    const stored = await keep(subject);
    const { revision } = stored;
    for (const fault of faults) {
      await expectRefusedUnchanged(subject, () => subject.store.save({ ...aRule({ name: "new" }), ...fault }), "RULE_INVALID");
      await expectRefusedUnchanged(subject, () => subject.store.save({ ...stored.rule, ...fault }, { revision }), "RULE_INVALID");
    }
  },

  async "save/unique-name"(subject) {
    const { store } = subject;
    const first = await keep(subject, { name: "money" });
    const again = aRule({ id: "project:again", name: "money" });
    await expectRefusedUnchanged(subject, () => store.save(again, { uniqueName: true }), "RULE_EXISTS");
    const other = await store.save(aRule({ name: "other" }), { uniqueName: true });
    await store.delete(first.rule.id);
    const { rule } = await store.save(again, { uniqueName: true });
    expect(await idsOf(store)).toEqual([other.rule.id, rule.id].toSorted(compareText));
    // Only where it is asked for: two files of one name are a matter for those who read them.
    await store.save(aRule({ id: "project:third", name: "money" }));
    expect(await idsOf(store)).toHaveLength(3);
  },

  async "save/unique-name-race"(subject) {
    const { store } = subject;
    const rules = Array.from({ length: 8 }, (_, position) => aRule({ id: `project:race-${position}`, name: "race" }));
    const outcomes = await Promise.allSettled(rules.map((rule) => store.save(rule, { uniqueName: true })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await idsOf(store)).toHaveLength(1);
  },

  async "save/not-keepable"(subject) {
    const { store } = subject;
    const refused = various.map((input) => aRule(input)).filter((rule) => !subject.accepts(rule));
    if (refused.length === 0) throw new NotApplicable("The store can keep every rule.");
    // It may say why in any failure: a place that is missing is another thing than a rule that is wrong.
    for (const rule of refused) await expectRefusedUnchanged(subject, () => store.save(rule));
  },
};
