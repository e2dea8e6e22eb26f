import { describe, expect, it } from "vitest";
import { completeDiagnostics } from "../../format/report.ts";
import { mdc } from "./codec.ts";
import { cursorDiagnostics } from "../cursor/diagnostics.ts";
import { goagentDiagnostics } from "./diagnostics.ts";

/** For each code, a file that has the diagnostic, and its line and column. */
const examples: Record<keyof typeof goagentDiagnostics, readonly [text: string, line: number, column: number, path?: string]> = {
  "goagent/not-yaml": ["---\nglobs: *.go\n---\n", 2, 8],
  "goagent/always-apply": ["---\nalwaysApply: yes\n---\n", 2, 14],
  "goagent/duplicate-key": ["---\nglobs: a/b.go\nglobs: c/d.go\n---\n", 3, 8],
  "goagent/stray-line": ["---\nalwaysApply: true\nThis is lost\n---\n", 3, 1],
  "goagent/similar-key": ["---\nglob: a/b.go\n---\n", 2, 7],
  "goagent/ignored-globs": ["---\nalwaysApply: true\nglobs: a/b.go\n---\n", 3, 8],
  "goagent/no-front-matter": ["# Title\n", 1, 1],
  "goagent/folder-rule": ["---\nalwaysApply: true\n---\n", 1, 1, "carts/RULE.md"],
};

describe("a rule in .goagent/rules", () => {
  it.each(Object.entries(examples))(
    "has %s, with its location and without the name of Cursor",
    (code, [text, line, column, path]) => {
      const { diagnostics } = mdc.parse({ text, path: path ?? "a.mdc", file: ".goagent/rules/a.mdc" });
      expect(diagnostics.map((one) => `${one.code} ${one.line}:${one.column}`)).toEqual([`${code} ${line}:${column}`]);
      // Only Cursor had rules in folders.
      const others = diagnostics.filter((one) => one.code !== "goagent/folder-rule");
      expect(JSON.stringify(others)).not.toMatch(/cursor/i);
    },
  );

  it("has no problem that only some versions of Cursor have", () => {
    const text = "---\nglobs:\n  - 'a/b.go'\ndescription: >-\n  D\n---\n";
    expect(mdc.parse({ text, path: "a.mdc", file: "a.mdc" }).diagnostics).toEqual([]);
  });

  it("has the severities of Cursor's", () => {
    const ofCursor = completeDiagnostics(cursorDiagnostics);
    for (const [code, { severity }] of Object.entries(completeDiagnostics(goagentDiagnostics)))
      expect(ofCursor[code.replace("goagent", "cursor") as keyof typeof ofCursor].severity).toBe(severity);
  });
});
