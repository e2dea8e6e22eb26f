import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { jetbrainsDiagnostics } from "./diagnostics.ts";
import { editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { jetbrains } from "./codec.ts";

describe("a rule of JetBrains AI Assistant", () => {
  it.each([
    ["apply: always", "always"],
    ["apply: manually", "manual"],
    ["apply: By Model Decision\ninstructions: Tests", "agentRequested"],
    ["apply: by file patterns\npatterns: **/*.ts", "fileMatch"],
    ["id: style", "always"],
  ])("with %j has the inclusion %s", (header, inclusion) => {
    expect(readWith(jetbrains, `---\n${header}\n---\n\nText.\n`)).toMatchObject({ inclusion, content: "Text.\n" });
  });

  it("always applies without front matter, also behind a byte order mark", () => {
    expect(readWith(jetbrains, "\uFEFF# Style\r\n")).toEqual({ inclusion: "always", content: "# Style\r\n" });
    expect(reportWith(jetbrains, "# Style\r\n")).toEqual([]);
  });

  it("does not apply with `apply: off`", () => {
    expect(readWith(jetbrains, "---\napply: off\n---\n")).toMatchObject({ enabled: false });
  });

  it.each([
    ["**/*.ts", ["**/*.ts"]],
    ["src/**/*.{ts,tsx}, *.go", ["src/**/*.{ts,tsx}", "*.go"]],
    ['"a/*.ts"', ["a/*.ts"]],
    ["\n  - package.json\n  - *.config.*", ["package.json", "*.config.*"]],
    ['["a/b", "c/d"]', ["a/b", "c/d"]],
  ])("has the patterns %j", (patterns, globs) => {
    expect(readWith(jetbrains, `---\napply: by file patterns\npatterns: ${patterns}\n---\n`).globs).toEqual(globs);
  });

  it("is written with patterns without quotes", () => {
    const rule = { inclusion: "fileMatch", globs: ["*.kt", "src/**/*.{ts,tsx}", "/README.md"], content: "Text.\n" } as const;
    expect(writeWith(jetbrains, rule)).toBe(
      "---\napply: by file patterns\npatterns: **/*.kt,src/**/*.ts,src/**/*.tsx,/README.md\n---\n\nText.\n",
    );
    expect(writeWith(jetbrains, { inclusion: "agentRequested", description: "Use: for tests" })).toBe(
      '---\napply: by model decision\ninstructions: "Use: for tests"\n---\n\n',
    );
  });

  it("keeps keys that the IDE does not know, and line breaks", () => {
    const text = "---\r\nid: a\r\napply: by file patterns\r\npatterns: **/*.tsx\r\n---\r\n\r\nText.\r\n";
    expect(editWith(jetbrains, text, { globs: ["src/**"] })).toBe(text.replace("**/*.tsx", "src/**"));
    expect(editWith(jetbrains, text, { inclusion: "always", globs: [] })).toBe(
      "---\r\nid: a\r\napply: always\r\n---\r\n\r\nText.\r\n",
    );
  });

  it("is only read directly in the directory", () => {
    expect([jetbrains.accepts?.("a.md"), jetbrains.accepts?.("a/b.md")]).toEqual([true, false]);
    expect(jetbrains.ignored?.("a/b.md")).toContain("subdirectories");
    expect(jetbrains.ignored?.("a.txt")).toBeUndefined();
  });

  it("cannot be disabled on export, because the value is not documented", () => {
    const { notes } = jetbrains.print(createRule({ id: "project:t", name: "t", enabled: false }));
    expect(notes.map(({ field }) => field)).toEqual(["enabled"]);
  });
});

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "jetbrains/unseen-front-matter": ["---\napply: manually\n...\n", 1, 1],
  "jetbrains/not-yaml": ["---\napply: by model decision\ninstructions: Use: now\n---\n", 3, 15],
  "jetbrains/duplicate-key": ["---\napply: always\napply: manually\n---\n", 3, 1],
  "jetbrains/unknown-type": ["---\napply: alway\n---\n", 2, 8],
  "jetbrains/no-patterns": ["---\napply: by file patterns\n---\n", 2, 8],
  "jetbrains/no-instructions": ["---\napply: by model decision\n---\n", 2, 8],
} satisfies Record<keyof typeof jetbrainsDiagnostics, readonly [text: string, line: number, column: number]>;

it.each(Object.entries(examples))("reports %s with a hint", (code, [text, line]) => {
  const { diagnostics } = jetbrains.parse({ text, path: "t.md", file: "t.md" });
  expect(diagnostics).toMatchObject([{ code, line }]);
  expect(diagnostics[0]?.hint).toMatch(/[.?]$/);
});
