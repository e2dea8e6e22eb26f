import { describe, expect, it } from "vitest";
import { createReporter, type DiagnosticEntry } from "./diagnostic.ts";
import { diagnosticCatalogue, report, type DiagnosticCode } from "./diagnostic-catalogue.ts";

const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];

describe("the diagnostic catalogue", () => {
  it("has codes of the form topic/problem, titles without a period and hints that are sentences", () => {
    const entries: [string, DiagnosticEntry][] = Object.entries(diagnosticCatalogue);
    expect(entries.filter(([code]) => !/^[a-z-]+\/[a-z-]+$/.test(code))).toEqual([]);
    expect(entries.filter(([, { title }]) => !/^\S.*[^.\s]$/.test(title))).toEqual([]);
    expect(entries.filter(([, { hint = "Do this." }]) => !/[.?]$/.test(hint))).toEqual([]);
  });

  it.each(codes)("%s has a default message that ends with a period", (code) => {
    expect(report(code, {})).toMatchObject({ code, message: `${diagnosticCatalogue[code].title}.` });
  });
});

describe("a diagnostic", () => {
  const make = createReporter({ "topic/problem": { severity: "warning", title: "Something is wrong", hint: "Fix it." } });

  it("takes severity, message and hint from the catalogue by default", () => {
    expect(make("topic/problem", { file: "a.md", line: 2, column: 3 })).toStrictEqual({
      code: "topic/problem",
      severity: "warning",
      message: "Something is wrong.",
      hint: "Fix it.",
      file: "a.md",
      line: 2,
      column: 3,
    });
  });

  it("takes the given message and hint, and omits an unknown location", () => {
    expect(make("topic/problem", { file: undefined }, "This is wrong.", "Do that.")).toStrictEqual({
      code: "topic/problem",
      severity: "warning",
      message: "This is wrong.",
      hint: "Do that.",
    });
  });
});
