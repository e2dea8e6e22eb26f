import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { gemini } from "../../lookup/plain-codecs.ts";
import type { geminiDiagnostics } from "./diagnostics.ts";

describe("GEMINI.md", () => {
  it("is a rule named GEMINI that always applies and has imports", () => {
    const text = "# Shop\n\n@./docs/carts.md\n";
    expect(readWith(gemini, text, "GEMINI.md")).toEqual({ inclusion: "always", content: text });
    expect(gemini.parse({ text, path: "GEMINI.md", file: "GEMINI.md" }).draft).toMatchObject({ name: "GEMINI", label: true });
    expect(gemini.imports).toBe(true);
  });

  it("has words with a leading @ escaped", () => {
    expect(writeWith(gemini, { content: "Put `@x` and @Override on\n\n```java\n@Override\n```\n" })).toBe(
      "Put `@x` and `@Override` on\n\n```java\n@Override\n```\n",
    );
  });

  it("cannot express any other inclusion", () => {
    for (const inclusion of ["fileMatch", "manual", "agentRequested", "relevant"] as const) {
      const { notes } = gemini.print(createRule({ id: "project:t", name: "t", inclusion }));
      expect(notes.map(({ field, kind }) => `${field} ${kind}`)).toEqual(["inclusion meaning"]);
    }
  });
});

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "gemini/stray-import": ["# A\r\n\r\nPut @Override on.\r\n", 3, 5],
} satisfies Record<keyof typeof geminiDiagnostics, readonly [text: string, line: number, column: number]>;

it.each(Object.entries(examples))("reports %s with location and hint", (code, [text, line, column]) => {
  const [found, ...others] = gemini.parse({ text, path: "GEMINI.md", file: "GEMINI.md" }).diagnostics;
  expect(found).toMatchObject({ code, severity: "warning", file: "GEMINI.md", line, column });
  expect(found?.hint).toMatch(/\.$/);
  expect(others).toEqual([]);
});

describe("a word with a leading @", () => {
  it("is reported outside of backticks if it does not look like a file", () => {
    const text = "\uFEFF@apply, `@x` @y!\n```\n@z\n```\n~~~\n@Query({})\n~~~\n@a/b @c.md @./d @.e @1 f@g";
    expect(reportWith(gemini, text)).toEqual(["gemini/stray-import 1:1", "gemini/stray-import 1:14", "gemini/stray-import 6:1"]);
  });

  it("is reported without the punctuation after it", () => {
    const [found] = gemini.parse({ text: "Use @apply, please.", path: "GEMINI.md", file: "GEMINI.md" }).diagnostics;
    expect(found?.message).toBe(
      'Gemini CLI imports the file "apply" here. If the file does not exist, it replaces the word with a comment.',
    );
  });
});
