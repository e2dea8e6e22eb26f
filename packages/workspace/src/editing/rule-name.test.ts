import { createMemoryStore, createRule, createRulebook } from "@precept/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkRuleName, isRuleName, suggestRuleName } from "./rule-name.ts";

it.each([
  ["..", "my-rule"],
  ["", "my-rule"],
  ["../../evil", "evil"],
  ["/etc/cron.d/evil", "etc-cron.d-evil"],
  ["house rules", "house-rules"],
  ["-flag", "flag"],
  ["größe?", "größe"],
  ["日本 語", "日本-語"],
])("refuses %j and suggests %j", (name, suggestion) => {
  expect(() => checkRuleName(name)).toThrow(
    expect.objectContaining({ code: "RULE_NAME_INVALID", details: { name, suggestion } }),
  );
});

it.each(["money", "API.v2", "_private", "2fa", "größe", "日本語", "a..b"])("accepts %j", (name) => {
  expect(() => checkRuleName(name)).not.toThrow();
});

const anyName = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\p{L}\p{N}_.\-/ ]{0,90}$/u));

it("**Property** suggests a name that it accepts", () => {
  fc.assert(
    fc.property(anyName, (name) => {
      expect(isRuleName(suggestRuleName(name))).toBe(true);
    }),
  );
});

it("**Property** accepts only names that a prompt can refer to", async () => {
  await fc.assert(
    fc.asyncProperty(anyName.filter(isRuleName), async (name) => {
      const store = createMemoryStore();
      await store.save(createRule({ id: "r", name, description: name, content: "Text.", inclusion: "manual" }));
      await using rulebook = createRulebook({ stores: [store] });
      const { applied } = await rulebook.resolve({ prompt: `Please use @${name}` });
      expect(applied.map(({ rule }) => rule.name)).toEqual([name]);
    }),
  );
});
