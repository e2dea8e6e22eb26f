import type { Diagnostic } from "@precept/core";
import { describe, expect, it } from "vitest";
import { countDiagnostics, shownBy, summariseDiagnostics, viewDiagnostics, viewGaps } from "./diagnostics.ts";
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
      "      packages/web/rules/long-name.md:2",
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

describe("diagnostics on standard error", () => {
  const problem = (code: string, severity: Diagnostic["severity"] = "warning", more: Partial<Diagnostic> = {}): Diagnostic => ({
    severity,
    code,
    message: `Problem ${code}.`,
    ...more,
  });
  const problems = (count: number, severity?: Diagnostic["severity"]) =>
    Array.from({ length: count }, (_, at) => problem(`${severity ?? "warning"}/${String(at).padStart(2, "0")}`, severity));
  const linesOf = (diagnostics: readonly Diagnostic[]) => summariseDiagnostics(diagnostics, plainStyle).split("\n").slice(0, -1);

  it.each([
    [20, 20, undefined],
    [21, 20, "note  1 more problem; --json lists all of them"],
    [25, 20, "note  5 more problems; --json lists all of them"],
  ])("are at most 20 of %i", (count, shown, note) => {
    const lines = linesOf(problems(count));
    expect(lines.filter((line) => line.startsWith("warning"))).toHaveLength(shown);
    expect(lines.find((line) => line.startsWith("note"))).toBe(note);
  });

  it.each([
    [5, 15],
    [19, 1],
    [20, 0],
    [22, 0],
  ])("are %i errors first, then %i warnings", (errors, warnings) => {
    const lines = linesOf([...problems(30), ...problems(errors, "error")]);
    expect(lines.filter((line) => line.startsWith("error"))).toHaveLength(Math.min(errors, 20));
    expect(lines.filter((line) => line.startsWith("warning"))).toHaveLength(warnings);
    expect(lines[0]).toMatch(/^error/);
  });

  it.each([
    [5, undefined],
    [6, "    … 1 more location"],
    [8, "    … 3 more locations"],
  ])("have at most five of %i locations", (count, more) => {
    const gaps = Array.from({ length: count }, (_, at) => problem("a", "warning", { file: `f${at}`, incomplete: true }));
    const lines = viewGaps(gaps, plainStyle).split("\n");
    expect(lines.filter((line) => /^ {4}f\d$/.test(line))).toHaveLength(5);
    expect(lines.find((line) => line.includes("more location"))).toBe(more);
  });

  it("show the hint of consecutive problems once", () => {
    const hint = { hint: "Fix it." };
    const lines = linesOf([
      problem("a", "warning", hint),
      problem("b", "warning", hint),
      problem("c", "warning", { hint: "Other." }),
    ]);
    expect(lines.map((line) => line.trim().split("  ")[0])).toEqual(["warning", "warning", "Fix it.", "warning", "Other."]);
  });

  it("count those in rule files, unless the answer has a gap because of them", () => {
    const inText = problem("a", "warning", { file: "f", line: 1 });
    const gap = problem("b", "warning", { file: "g", incomplete: true });
    expect(linesOf([inText, problem("n", "info")])).toEqual(["note  1 warning in rule files; `precept lint` shows them"]);
    expect(linesOf([inText, gap])).toEqual([
      "g  warning  Problem b.  b",
      "note  1 warning in rule files; `precept lint` shows them",
    ]);
    expect(linesOf([{ ...inText, incomplete: true }])).toHaveLength(1);
    expect(linesOf([])).toEqual([]);
    expect(viewGaps([inText, problem("x")], plainStyle)).toBe("");
  });

  it.each([
    [{}, ["error", "warning"]],
    [{ all: true }, ["error", "warning", "info"]],
    [{ quiet: true }, ["error"]],
    [{ all: true, quiet: true }, ["error"]],
  ])("of the options %j are %j", (options, severities) => {
    const all = (["error", "warning", "info"] as const).map((severity) => problem("a", severity));
    expect(all.filter(shownBy(options)).map(({ severity }) => severity)).toEqual(severities);
  });

  it("are counted by severity", () => {
    expect(countDiagnostics([...problems(2, "error"), ...problems(1), ...problems(10, "info")])).toBe(
      "2 errors, 1 warning, 10 notes",
    );
    expect(countDiagnostics([])).toBe("");
  });
});
