import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { toRuleEntry, toRuleLine } from "./rule-entry.ts";

const ruleWith = (id: string) => createRule({ id, name: "style", description: "Style.", content: "Use tabs." });

describe("a rule in an answer", () => {
  it("has an id of up to 300 characters, and no longer one", () => {
    expect(toRuleEntry(ruleWith("a".repeat(300))).id).toHaveLength(300);
    expect(toRuleEntry(ruleWith("a".repeat(301)))).not.toHaveProperty("id");
  });

  it("is one line of a list, with its description if it has one", () => {
    const rule = ruleWith("a");
    expect(toRuleLine(rule)).toBe("- style: Style.");
    expect(toRuleLine({ ...rule, description: "" })).toBe("- style");
  });
});
