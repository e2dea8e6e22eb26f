import { describe, expect, it } from "vitest";
import { cline } from "../tools/cline/codec.ts";
import { continueDev } from "../tools/continue/codec.ts";
import { kiro } from "../tools/kiro/codec.ts";
import { editWith, writeWith } from "../../test/with-codec.ts";

describe("the name of a rule", () => {
  it("is not added to a file without one", () => {
    for (const text of ["---\ninclusion: auto\n---\nText\n", "---\ninclusion: manual\n---\nText\n"])
      expect(editWith(kiro, text, {})).toBe(text);
    expect(editWith(continueDev, "---\nalwaysApply: true\n---\nText\n", { inclusion: "manual" })).not.toContain("name");
  });

  it("is changed if the file declares it", () => {
    expect(editWith(continueDev, "---\n# ours\nname: a\n---\nText\n", { name: "b" })).toBe("---\n# ours\nname: b\n---\nText\n");
  });

  it("stays if the file declares it but the new inclusion ignores it", () => {
    const text = "---\ninclusion: auto\nname: a\ndescription: D\n# ours\n---\nText\n";
    expect(editWith(kiro, text, { inclusion: "manual" })).toBe(text.replace("auto", "manual"));
  });
});

describe("a rule without keys", () => {
  it("is printed without front matter, unless the text would be parsed differently", () => {
    expect(writeWith(cline, { content: "# Carts\n" })).toBe("# Carts\n");
    expect(writeWith(cline, { content: "---\nnote: 1\n---\nText\n" })).toBe("---\n\n---\n\n---\nnote: 1\n---\nText\n");
    expect(writeWith(cline, { content: "\nText\n" })).toBe("---\n\n---\n\n\nText\n");
  });
});

it("line breaks are preserved, unless the tool would not detect the front matter", () => {
  const change = { inclusion: "fileMatch" as const, globs: ["a/*"] };
  expect(editWith(cline, "Text\r\nMore\r\n", change)).toBe('---\r\npaths: ["a/*"]\r\n---\r\nText\r\nMore\r\n');
  expect(editWith(cline, "Text\rMore\r", change)).toBe('---\npaths: ["a/*"]\n---\n\nText\rMore\r');
});
