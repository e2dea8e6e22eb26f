import { compareText, type Rule, type RuleInput } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type ChecksOf } from "../check.ts";
import { expectRejected, expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { buildRule, change, expectSame, saveRule, saveRules } from "../subject/save.ts";
import { idsOf, snapshotOf, sortedIdsOf } from "../subject/read.ts";

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
  checks: ["NO-DEFAULT-EXPORT", { match: { pattern: ": any" }, tests: { invalid: ["a: any"] } }],
  remind: 20,
  conditions: { branch: "main" },
  validFrom: "2020-01-31",
  expiresAt: "2099-12-31T23:59:59Z",
  source: "import",
  replaces: ["project:old", "project:older"],
  metadata: { owner: "web" },
};

/** Various rules, of which a store may accept only some. */
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
  async "save/found-by-id"(subject, store) {
    for (const [name, { rule }] of await saveRules(subject, [{ ...full, name: "another" }, full])) {
      expectSame(subject, buildRule({ ...full, name }), (await store.get(rule.id))?.rule);
    }
  },

  async "save/defaults"(subject, store) {
    const { rule } = await saveRule(subject);
    expectSame(subject, buildRule(), (await store.get(rule.id))?.rule);
  },

  async "save/returned"(subject, store) {
    const first = await saveRule(subject);
    expect(await store.get(first.rule.id)).toEqual(first);
    expect(await snapshotOf(store)).toEqual([first]);
    const second = await change(subject, first, { priority: 7 });
    expect(await store.get(second.rule.id)).toEqual(second);
  },

  async "save/replaced"(subject, store) {
    const [first] = (await saveRules(subject, [full])).values();
    if (first === undefined) throw new NotApplicable("The store can't keep a rule with every field.");
    // All fields except those of the location get default values. None may remain.
    const { id, name, scope } = first.rule;
    const bare = buildRule({ id, name, scope, content: "Little.\n" });
    if (!subject.accepts(bare)) throw new NotApplicable("The store can't keep a rule without all that.");
    const second = await store.save(bare, { revision: first.revision });
    expect(second.rule.id).toBe(id);
    expectSame(subject, bare, (await store.get(id))?.rule);
    expect(await idsOf(store)).toEqual([id]);
  },

  async "save/others-stay"(subject, store) {
    const other = await saveRule(subject, { name: "other" });
    const mine = await saveRule(subject, { name: "mine" });
    await change(subject, mine, { priority: 3 });
    expect(await store.get(other.rule.id)).toEqual(other);
    await change(subject, other, { priority: 4 });
    expect((await store.get(mine.rule.id))?.rule.priority).toBe(3);
  },

  async "save/side-by-side"(subject) {
    const names = Array.from({ length: 20 }, (_, position) => `rule-${position}`);
    const saved = await Promise.all(names.map((name) => saveRule(subject, { name })));
    expect((await snapshotOf(subject.store)).map(({ rule }) => rule.name).toSorted()).toEqual(names.toSorted());
    expect(new Set(saved.map(({ rule }) => rule.id)).size).toBe(names.length);
    for (const stored of saved) expect(await subject.store.get(stored.rule.id)).toEqual(stored);
  },

  async "save/new-revision"(subject) {
    const revisions = new Set<string>();
    let stored = await saveRule(subject);
    for (let priority = 1; priority <= 5; priority += 1) {
      revisions.add(stored.revision);
      stored = await change(subject, stored, { priority });
    }
    expect(revisions.add(stored.revision).size).toBe(6);
  },

  async "save/same-again"(subject) {
    const first = await saveRule(subject);
    const second = await change(subject, first, {});
    expect(second.revision).not.toBe(first.revision);
    await expectRejected(change(subject, first, { priority: 3 }), "RULE_CONFLICT");
  },

  async "save/revision-never-returns"(subject, store) {
    const first = await saveRule(subject, { priority: 1 });
    const second = await change(subject, first, { priority: 2 });
    await change(subject, second, { priority: 1 });
    await expectRejectedUnchanged(store, () => change(subject, first, { priority: 3 }), "RULE_CONFLICT");
  },

  async "save/invalid"(subject, store) {
    const stored = await saveRule(subject);
    const { revision } = stored;
    for (const fault of faults) {
      await expectRejectedUnchanged(store, () => store.save({ ...buildRule({ name: "new" }), ...fault }), "RULE_INVALID");
      await expectRejectedUnchanged(store, () => store.save({ ...stored.rule, ...fault }, { revision }), "RULE_INVALID");
    }
  },

  async "save/unique-name"(subject, store) {
    const first = await saveRule(subject, { name: "money" });
    const again = buildRule({ id: "project:again", name: "money" });
    await expectRejectedUnchanged(store, () => store.save(again, { uniqueName: true }), "RULE_EXISTS");
    const other = await store.save(buildRule({ name: "other" }), { uniqueName: true });
    await store.delete(first.rule.id);
    const { rule } = await store.save(again, { uniqueName: true });
    expect(await sortedIdsOf(store)).toEqual([other.rule.id, rule.id].toSorted(compareText));
    // Only on request: without the option, two rules can have the same name.
    await store.save(buildRule({ id: "project:third", name: "money" }));
    expect(await idsOf(store)).toHaveLength(3);
  },

  async "save/unique-name-race"({ store }) {
    const rules = Array.from({ length: 8 }, (_, position) => buildRule({ id: `project:race-${position}`, name: "race" }));
    const outcomes = await Promise.allSettled(rules.map((rule) => store.save(rule, { uniqueName: true })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await idsOf(store)).toHaveLength(1);
  },

  async "save/not-keepable"(subject, store) {
    const refused = various.map((input) => buildRule(input)).filter((rule) => !subject.accepts(rule));
    if (refused.length === 0) throw new NotApplicable("The store can keep every rule.");
    // Any error code is accepted, since there are several causes.
    for (const rule of refused) await expectRejectedUnchanged(store, () => store.save(rule));
  },
};
