import { pushAll, type RuleInput, type StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { Check, ChecksOf } from "../check.ts";
import { collect, copyOf, mutate, snapshotOf } from "../subject/read.ts";
import { buildRule, change, expectSame, saveRule, saveRules } from "../subject/save.ts";

const nested: Partial<RuleInput> = {
  globs: ["*.ts"],
  inclusion: "fileMatch",
  tags: ["a:1"],
  metadata: { owner: { team: "web", members: ["ann"] } },
};

/** Checks that new and changed rules are returned unchanged by every call that returns rules. */
function roundTrip(...inputs: readonly Partial<RuleInput>[]): Check {
  return async (subject, store) => {
    const rules = inputs.map((input, position) => ({ name: `rule-${position}`, ...input }));
    const stored = await saveRules(subject, rules);
    await store.reload();
    const listed = new Map((await collect(store.list())).map(({ rule }) => [rule.id, rule]));
    for (const input of rules) {
      const saved = stored.get(input.name);
      if (saved === undefined) continue;
      const { id } = saved.rule;
      const expected = buildRule(input);
      expectSame(subject, expected, saved.rule);
      expectSame(subject, expected, (await store.get(id))?.rule);
      expectSame(subject, expected, listed.get(id));
      await change(subject, saved, { priority: 7 });
      expectSame(subject, { ...expected, priority: 7 }, (await store.get(id))?.rule);
    }
  };
}

function roundTripContents(...contents: readonly string[]): Check {
  return roundTrip(...contents.map((content) => ({ content })));
}

const specialTexts = [
  "ünï, 日本語, עברית, 👩‍👩‍👧",
  "a: b # c",
  "- one\n- two",
  "'single' and \"double\" \\ back",
  "{curly} [square] & * ! | > % @ `",
  "null",
  "true",
  "1.50",
  "2026-01-02",
  "  spaces  ",
  "tab\there",
  "line\nbreak",
];

export const contentChecks: ChecksOf<"values" | "keeps"> = {
  async "values/handed-out"(subject, store) {
    const published: StoredRule[] = [];
    store.subscribe((event) => event.kind === "changed" && pushAll(published, event.saved));
    const first = await saveRule(subject, nested);
    const { id } = first.rule;
    const before = await snapshotOf(store);
    const handedOut = [first, await store.get(id), ...(await collect(store.list())), ...published];
    for (const value of handedOut) {
      mutate(value);
      expect(copyOf(await store.get(id))).toEqual(before[0]);
      expect(await snapshotOf(store)).toEqual(before);
    }
    await store.reload();
    expect(await snapshotOf(store)).toEqual(before);
  },

  async "values/handed-out-stays"(subject, store) {
    const published: StoredRule[] = [];
    store.subscribe((event) => event.kind === "changed" && pushAll(published, event.saved));
    const saved = await saveRule(subject, nested);
    const held: readonly (StoredRule | undefined)[] = [
      saved,
      await store.get(saved.rule.id),
      ...(await collect(store.list())),
      ...published,
    ];
    const before = copyOf(held);
    const changed = await change(subject, saved, { priority: 7, tags: ["b:2"], metadata: { owner: { team: "api" } } });
    await store.reload();
    await store.delete(changed.rule.id);
    expect(copyOf(held)).toEqual(before);
  },

  async "values/handed-in"(subject, store) {
    const mine = copyOf(buildRule(nested));
    const { rule } = await store.save(mine);
    mutate(mine);
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
    await store.reload();
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
  },

  async "values/handed-in-at-once"(subject, store) {
    const mine = copyOf(buildRule(nested));
    const saving = store.save(mine);
    mutate(mine);
    const { rule } = await saving;
    expectSame(subject, buildRule(nested), rule);
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
  },

  "keeps/unicode": roundTripContents(
    "ünï 日本語 עברית العربية ไทย 👩‍👩‍👧 𝒳 ～\n",
    "e\u0301 and \u00e9 are two texts\n",
    "\u2028 \u2029 \u0085 \u00a0 \u200b \ufeff \ufffd\n",
    "\u0001 \u001b[31m \u007f\n",
    "%s {0} ${x} $1 \\n \\u0041 &amp; <b> --' \"; DROP TABLE rules\n",
  ),
  "keeps/line-breaks": roundTripContents("one\r\ntwo\r\n", "one\ntwo\r\nthree\rfour", "no end", "\r\n", "\n"),
  "keeps/front-matter": roundTripContents(
    "---\nname: another\n---\n\nBody.\n",
    "---\n",
    "Text\n---\nname: another\n---\n",
    "+++\nname = 'another'\n+++\n",
    "# Title\n\n---\n\nAfter a line.\n",
    "```yaml\n---\na: 1\n---\n```\n",
  ),
  "keeps/blank-lines": roundTripContents(
    "\n\n\nAfter blank lines.\n",
    "Before blank lines.\n\n\n\n",
    "  indented  \n\ttabbed\t\n",
    "   ",
    "\n\n",
    "    code\n",
  ),
  "keeps/long": roundTripContents("0123456789 äöü 😀\n".repeat(5000), "x".repeat(100_000)),
  "keeps/empty": roundTrip({ content: "" }, { content: "", description: "" }, { description: "" }),
  "keeps/texts-of-fields": roundTrip(
    ...specialTexts.map((text) => ({ description: text })),
    ...specialTexts.map((text) => ({ tags: [text, "a:1", ""], contexts: [text], targets: [text] })),
    ...specialTexts.map((text) => ({ projectId: text, userId: text, source: text })),
    ...specialTexts.map((name) => ({ name })),
    { inclusion: "fileMatch", globs: ["*.{ts,tsx}", "!a, b/*.ts", "[#]*", "'q'"] },
  ),
  "keeps/metadata": roundTrip(
    { metadata: {} },
    { metadata: { text: "a", number: 1.5, big: 1e21, negative: -3, yes: true, no: false, nothing: null } },
    { metadata: { list: [1, "two", null, [3], { four: 4 }], empty: [], none: {} } },
    { metadata: { deep: { deeper: { deepest: ["a", { b: "c" }] } } } },
    { metadata: { "a key": 1, "a.b": 2, ünï: 3, "a: b # c": 4, "x-y_z": 5, "1": 6 } },
    { metadata: Object.fromEntries(specialTexts.map((text, position) => [`text-${position}`, text])) },
    { metadata: { lines: "one\ntwo\r\nthree\n\n" } },
  ),
  "keeps/conditions": roundTrip(
    { conditions: {} },
    { conditions: { branch: "main", count: 3, ready: true, nothing: null } },
    { conditions: { branch: { in: ["main", "next"] }, tier: { not: "free" } } },
  ),
};
