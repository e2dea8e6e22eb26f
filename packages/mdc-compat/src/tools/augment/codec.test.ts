import { createRule, type Rule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { codecOf, editWith, readWith, writeWith } from "../../../test/with-codec.ts";
import { augment, augmentPersonal } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const augmentGuidelines = codecOf(ruleFiles, "augment-guidelines");

describe("Augment rules", () => {
  it.each<[string, string, Partial<RuleInput>]>([
    ["always apply", "---\ntype: always_apply\n---\n\nText\n", { inclusion: "always", content: "Text\n" }],
    [
      "can be requested by the agent",
      "---\ntype: agent_requested\ndescription: About carts\n---\n\nText\n",
      { inclusion: "agentRequested", description: "About carts", content: "Text\n" },
    ],
    [
      "can be requested by name only",
      '---\ntype: manual\ndescription: "Carts: all"\n---\n\nText\n',
      { inclusion: "manual", description: "Carts: all", content: "Text\n" },
    ],
    [
      "preserve keys that Augment does not know",
      "---\ntype: always_apply\nauthor: Ann\n---\n\nText\n",
      { inclusion: "always", metadata: { author: "Ann" }, content: "Text\n" },
    ],
  ])("%s: parsing and printing", (_, text, rule) => {
    expect(readWith(augment, text)).toEqual(rule);
    expect(writeWith(augment, rule)).toBe(text);
  });

  it.each<[string, Partial<Rule>]>([
    ["Text\n", { inclusion: "always", content: "Text\n" }],
    ["---\n---\nText\n", { inclusion: "always", content: "Text\n" }],
    ["---\ntype:\n---\nText\n", { inclusion: "always", content: "Text\n" }],
    ["---\ndescription: D\n---\nText\n", { inclusion: "always", description: "D", content: "Text\n" }],
    ['---\ntype: "manual"\n---\nText\n', { inclusion: "manual", content: "Text\n" }],
    ["", { inclusion: "always", content: "" }],
  ])("are parsed from %j", (text, draft) => {
    expect(readWith(augment, text)).toEqual(draft);
  });

  it("that apply by file or relevance are printed as agent-requested rules, with a fidelity note", () => {
    for (const inclusion of ["fileMatch", "relevant"] as const) {
      const rule = createRule({
        id: "project:t",
        name: "t",
        inclusion,
        description: "D",
        globs: inclusion === "relevant" ? [] : ["*.ts"],
      });
      const { text, notes } = augment.print(rule);
      expect(text).toBe("---\ntype: agent_requested\ndescription: D\n---\n\n");
      expect(notes.map(({ field, kind }) => `${field} ${kind}`)).toEqual(["inclusion meaning"]);
    }
  });
});

describe("editing an Augment rule", () => {
  const handWritten = [
    "\uFEFF---",
    "# Maintainer: Ann",
    "author:   Ann   # she left",
    "type:  'agent_requested'   # for now",
    "tags: [ a,b ]",
    "description:    About carts",
    "---",
    "",
    "# Carts",
    "",
  ].join("\r\n");

  it("without changes preserves the file", () => {
    expect(editWith(augment, handWritten, {})).toBe(handWritten);
  });

  it.each<[string, Partial<Rule>, string, string]>([
    ["the description", { description: "About tills" }, "description:    About carts", "description: About tills"],
    ["the type", { inclusion: "manual" }, "type:  'agent_requested' ", "type: manual "],
    ["a key that Augment does not know", { metadata: { author: "Bob", tags: ["a", "b"] } }, "author:   Ann ", "author: Bob "],
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
  ])("changes only the line of %s", (_, fields, before, after) => {
    expect(editWith(augment, handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("adds front matter to a file without one only if it needs a key", () => {
    expect(editWith(augment, "Text\n", { content: "Other\n" })).toBe("Other\n");
    expect(editWith(augment, "Text\n", { inclusion: "manual" })).toBe("---\ntype: manual\n---\nText\n");
  });
});

describe("a personal rule", () => {
  it("always applies, and preserves front matter without effect", () => {
    const text = "---\ntype: manual # kept\ndescription: D\n---\nText\n";
    expect(readWith(augmentPersonal, text)).toEqual({
      inclusion: "always",
      content: "Text\n",
      metadata: { type: "manual", description: "D" },
    });
    expect(editWith(augmentPersonal, text, { content: "Other\n" })).toBe(text.replace("Text", "Other"));
  });
});

it("legacy guidelines are plain text", () => {
  const text = "---\ntype: manual\n---\nText\n";
  expect(readWith(augmentGuidelines, text, ".augment-guidelines")).toEqual({ inclusion: "always", content: text });
  expect(augmentGuidelines.parse({ text, path: ".augment-guidelines", file: ".augment-guidelines" }).draft?.name).toBe(
    ".augment-guidelines",
  );
});
