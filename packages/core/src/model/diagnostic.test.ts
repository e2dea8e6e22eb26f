import { describe, expect, it } from "vitest";
import { createReporter, type DiagnosticEntry } from "./diagnostic.ts";
import { diagnosticCatalogue, report, type DiagnosticCode } from "./diagnostic-catalogue.ts";

const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];

describe("the catalogue of diagnostics", () => {
  it("names every code topic/problem, with a title that is a heading", () => {
    const entries: [string, DiagnosticEntry][] = Object.entries(diagnosticCatalogue);
    expect(entries.filter(([code]) => !/^[a-z-]+\/[a-z-]+$/.test(code))).toEqual([]);
    expect(entries.filter(([, { title }]) => !/^\S.*[^.\s]$/.test(title))).toEqual([]);
    expect(entries.filter(([, { hint = "Do this." }]) => !/[.?]$/.test(hint))).toEqual([]);
  });

  it.each(codes)("%s makes a message that ends like a sentence", (code) => {
    expect(report(code, {})).toMatchObject({ code, message: `${diagnosticCatalogue[code].title}.` });
  });
});

describe("a diagnostic", () => {
  const make = createReporter({ "topic/problem": { severity: "warning", title: "Something is wrong", hint: "Mend it." } });

  it("has the catalogue's severity, message and hint where nothing else is said", () => {
    expect(make("topic/problem", { file: "a.md", line: 2, column: 3 })).toStrictEqual({
      code: "topic/problem",
      severity: "warning",
      message: "Something is wrong.",
      hint: "Mend it.",
      file: "a.md",
      line: 2,
      column: 3,
    });
  });

  it("takes a message and a hint of its own, and leaves out the place it does not know", () => {
    expect(make("topic/problem", { file: undefined }, "This is wrong.", "Do that.")).toStrictEqual({
      code: "topic/problem",
      severity: "warning",
      message: "This is wrong.",
      hint: "Do that.",
    });
  });
});
