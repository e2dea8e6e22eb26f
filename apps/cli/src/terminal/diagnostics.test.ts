import type { Diagnostic } from "@precept/core";
import { describe, expect, it } from "vitest";
import { summariseDiagnostics, viewDiagnostics, viewGaps } from "./diagnostics.ts";
import { plainStyle } from "./text.ts";

const unknownKey = (file: string, line = 2): Diagnostic => ({
  severity: "warning",
  code: "rule/unknown-key",
  message: "The key is unknown.",
  hint: "Remove it.",
  file,
  line,
});

describe("viewDiagnostics", () => {
  it("prints a diagnostic on one line, with its hint below", () => {
    expect(viewDiagnostics([unknownKey("a.md")], plainStyle)).toEqual([
      "a.md:2  warning  The key is unknown.  rule/unknown-key",
      "    Remove it.",
    ]);
  });

  it("groups diagnostics that differ only in their location", () => {
    const other: Diagnostic = { severity: "error", code: "rule/other", message: "Another.", file: "b.md" };
    expect(viewDiagnostics([unknownKey("c.md"), other, unknownKey("a.md"), unknownKey("a.md", 5)], plainStyle)).toEqual([
      "warning  The key is unknown.  rule/unknown-key",
      "    a.md:2",
      "    a.md:5",
      "    c.md:2",
      "    Remove it.",
      "b.md  error  Another.  rule/other",
    ]);
  });

  it("prints identical diagnostics without a file once", () => {
    const { file: _file, line: _line, ...anywhere } = unknownKey("a.md");
    expect(viewDiagnostics([anywhere, anywhere], plainStyle)).toEqual([
      "warning  The key is unknown.  rule/unknown-key",
      "    Remove it.",
    ]);
  });

  it("wraps to the terminal, less the indentation", () => {
    const lines = viewDiagnostics(
      [unknownKey("a.md"), unknownKey("packages/web/rules/long-name.md")],
      { ...plainStyle, width: 30 },
      2,
    );
    expect(lines).toEqual([
      "  warning  The key is unknown.",
      "      rule/unknown-key",
      "      a.md:2",
      "      packages/web/rules/long-",
      "      name.md:2",
      "      Remove it.",
    ]);
  });
});

describe("diagnostics on standard error", () => {
  const gap = (file: string): Diagnostic => ({
    severity: "error",
    code: "fs/unreadable",
    message: "It cannot be read.",
    file,
    incomplete: true,
  });

  it("show the first locations of a group and count the others", () => {
    expect(viewGaps(["a", "b", "c", "d", "e", "f", "g"].map(gap), plainStyle)).toBe(
      [
        "error  It cannot be read.  fs/unreadable",
        "    a",
        "    b",
        "    c",
        "    d",
        "    e",
        "    … 2 more locations",
        "",
      ].join("\n"),
    );
  });

  it("show the first twenty different diagnostics and count the others", () => {
    const many = Array.from({ length: 25 }, (_, number) => ({ ...gap(`f${number}`), message: `Problem ${number}.` }));
    const lines = viewGaps(many, plainStyle).trimEnd().split("\n");
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("note  5 more problems; --json lists all of them");
  });

  it("only count what `precept lint` shows", () => {
    expect(summariseDiagnostics([unknownKey("a.md"), unknownKey("b.md")], plainStyle)).toBe(
      "note  2 warnings in rule files; `precept lint` shows them\n",
    );
  });
});
