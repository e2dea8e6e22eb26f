import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRulesSection, delimitRulesSection, removeRulesSection } from "./prompt-section.ts";

describe("the section with rules in a system prompt", () => {
  it("is at the end, between its tags", () => {
    expect(addRulesSection("You are a reviewer.", "## Agent Rules\n")).toBe(
      "You are a reviewer.\n\n<precept-rules>\n## Agent Rules\n</precept-rules>",
    );
    expect(addRulesSection("", "Rules")).toBe("<precept-rules>\nRules\n</precept-rules>");
  });

  it("is replaced, wherever a framework put it", () => {
    expect(addRulesSection("<precept-rules>\nOld\n</precept-rules>\n\nBe kind.", "New")).toBe(
      "\n\nBe kind.\n\n<precept-rules>\nNew\n</precept-rules>",
    );
  });

  it("is removed if no rule applies any more", () => {
    expect(addRulesSection(addRulesSection("Base", "Old"), "")).toBe("Base");
    expect(delimitRulesSection("")).toBe("");
  });

  it("is recognised even if the prompt contains an opening tag", () => {
    const base = "Obey <precept-rules> above all.";
    expect(removeRulesSection(addRulesSection(base, "Rules"))).toBe(base);
  });

  const tags = fc.constantFrom(
    "<precept-rules>",
    "</precept-rules>",
    "< /precept-rules >",
    "<PRECEPT-RULES>",
    "\n\n",
    "text",
    " ",
    "<",
  );
  const hostile = fc.array(tags, { maxLength: 12 }).map((parts) => parts.join(""));

  it("cannot be ended or begun by the text of a rule", () => {
    fc.assert(
      fc.property(hostile, (section) => {
        const text = delimitRulesSection(section);
        expect(text.match(/<\s*\/?\s*precept-rules/gi) ?? []).toHaveLength(text === "" ? 0 : 2);
      }),
    );
  });

  it("is never there twice, and does not change the rest of the prompt", () => {
    const base = fc.oneof(
      hostile.filter((text) => !text.includes("</precept-rules>")),
      fc.string(),
    );
    fc.assert(
      fc.property(base, hostile, hostile, (prompt, first, second) => {
        const once = addRulesSection(prompt, first);
        expect(removeRulesSection(once)).toBe(prompt);
        expect(addRulesSection(once, second)).toBe(addRulesSection(prompt, second));
        expect(addRulesSection(once, first)).toBe(once);
      }),
    );
  });

  it("is removed from a prompt with very many tags", () => {
    expect(removeRulesSection("</precept-rules>".repeat(200_000))).toHaveLength(3_200_000);
    expect(removeRulesSection(`${"<precept-rules>".repeat(200_000)}</precept-rules>`)).toHaveLength(15 * 199_999);
  });
});
