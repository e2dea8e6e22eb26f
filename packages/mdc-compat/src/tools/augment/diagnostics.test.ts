import { describe, expect, it } from "vitest";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { augment, augmentPersonal } from "./codec.ts";
import type { augmentDiagnostics } from "./diagnostics.ts";

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "augment/unknown-type": [augment, "---\ndescription: D\ntype: always\n---\n", 3, 7],
  "augment/no-description": [augment, "---\ntype: agent_requested\n---\n", 2, 7],
  "augment/unreadable": [augment, "---\ntype: manual\ndescription: a: b\n---\n", 1, 1],
  "augment/unseen-front-matter": [augment, "---\ntype: manual\n...\n", 1, 1],
  "augment/personal-type": [augmentPersonal, "---\ntype: manual\n---\n", 2, 7],
} satisfies Record<keyof typeof augmentDiagnostics, readonly [codec: typeof augment, text: string, line: number, column: number]>;

it.each(Object.entries(examples))("reports %s with location and hint", (code, [codec, text, line, column]) => {
  expect(reportWith(codec, text)).toContain(`${code} ${line}:${column}`);
  const found = codec.parse({ text, path: "t.md", file: "t.md" }).diagnostics.find((one) => one.code === code);
  expect(found).toMatchObject({ severity: "warning", file: "t.md" });
  expect(found?.hint).toMatch(/\.$/);
});

describe("`type`", () => {
  it.each(["auto", "always", "Always_Apply", "MANUAL", "[manual]", "true", "{manual: 1}", ">-\n  manual always"])(
    "`%s` is unknown, so the rule always applies",
    (type) => {
      const text = `---\ntype: ${type}\n---\nText\n`;
      expect(readWith(augment, text)).toMatchObject({ inclusion: "always", content: "Text\n" });
      expect(reportWith(augment, text).map((one) => one.split(" ")[0])).toEqual(["augment/unknown-type"]);
    },
  );

  it.each(["manual # for now", "'manual'", '"manual"', "  manual  ", ">-\n  manual", "manual\r"])("`%s` is known", (type) => {
    const text = `---\ntype: ${type}\n---\nText\n`;
    expect(readWith(augment, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(augment, text)).toEqual([]);
  });

  it("agent_requested without a description does not make the rule always apply", () => {
    for (const description of ["", "''", "' '", "[a]", "null"]) {
      const text = `---\ntype: agent_requested\ndescription: ${description}\n---\nText\n`;
      expect(readWith(augment, text)).toMatchObject({ inclusion: "agentRequested" });
      expect(reportWith(augment, text)).toEqual(["augment/no-description 2:7"]);
    }
  });
});

describe("the front matter", () => {
  it.each([
    "---\ntype: manual\n---\nText\n",
    "---\r\ntype: manual\r\n---\r\nText\n",
    "\uFEFF---\ntype: manual\n---\nText\n",
    "--- \ntype: manual\n---\t\nText\n",
    "---\n# a comment\ntype: manual\n\n---\n\nText\n",
  ])("is detected in %j", (text) => {
    expect(readWith(augment, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(augment, text)).toEqual([]);
  });

  it.each([
    ["\n---\ntype: manual\n---\nText\n", "front-matter/leading-blank 2:1"],
    ["---\ntype: manual\nText\n", "front-matter/unclosed 1:1"],
    ["---\ntype: manual\n...\nText\n", "augment/unseen-front-matter 1:1"],
    ["---\\ntype: manual\\n---\n", "front-matter/literal-newlines 1:1"],
  ])("is not detected in %j, so the rule always applies", (text, reported) => {
    expect(readWith(augment, text)).toMatchObject({ inclusion: "always" });
    expect(reportWith(augment, text)).toEqual([reported]);
  });

  it.each([
    "type: manual\ntype: manual",
    "type: manual\ndescription: a: b",
    "type: manual\n\tx",
    "type: *manual",
    "globs: **/*.ts\ntype: manual",
  ])("with `%s` is not valid YAML, so the rule always applies", (keys) => {
    const text = `---\n${keys}\n---\nText\n`;
    expect(readWith(augment, text)).toEqual({ inclusion: "always", content: "Text\n" });
    expect(reportWith(augment, text)).toContain("augment/unreadable 1:1");
  });

  it("is detected once; a second front matter is text", () => {
    const text = "---\ntype: manual\n---\n---\ntype: always_apply\n---\nText\n";
    expect(readWith(augment, text)).toEqual({ inclusion: "manual", content: "---\ntype: always_apply\n---\nText\n" });
    expect(reportWith(augment, text)).toEqual(["front-matter/double 4:1"]);
  });
});

it("keys of other tools have no effect and are reported", () => {
  const text = "---\nglobs: a.ts\nalwaysApply: false\ntypes: manual\n---\nText\n";
  expect(readWith(augment, text)).toMatchObject({
    inclusion: "always",
    metadata: { globs: "a.ts", alwaysApply: false, types: "manual" },
  });
  expect(reportWith(augment, text)).toEqual(["dialect/foreign-key 2:1", "dialect/foreign-key 3:1", "dialect/similar-key 4:1"]);
});
