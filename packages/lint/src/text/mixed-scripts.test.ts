import { describe, expect, it } from "vitest";
import { checkText } from "./check-text.ts";

function found(text: string, file?: string): string[] {
  return checkText(text, file).map(({ message }) => message);
}

describe("words of mixed scripts", () => {
  it("are found in names, keys, globs, code and text, with the lookalike letter", () => {
    expect(found("Depend on p\u0430yments.")).toEqual([
      '"p\u0430yments" looks like "payments" but is not: "\u0430" is Cyrillic (U+0430).',
    ]);
    expect(found("---\nname: sty\u04cfe\n---\n")).toEqual([]);
    expect(found("---\nname: styl\u0435\nglobs: s\u0433c/**\n---\n")).toHaveLength(1);
    expect(found("Run `\u0440npm test`.")).toHaveLength(1);
    expect(found("The \u0391PI")).toEqual(['"\u0391PI" looks like "API" but is not: "\u0391" is Greek (U+0391).']);
  });

  it("are found in the file name", () => {
    const [first] = checkText("", ".precept/rules/m\u043eney.md");
    expect(first).toMatchObject({ code: "text/mixed-scripts", file: ".precept/rules/m\u043eney.md", line: 1 });
    expect(first?.message).toMatch(/^In the file name, "m\u043eney" looks like "money"/);
  });

  it("are found in code if all letters are lookalikes, since ASCII is intended there", () => {
    expect(found("Call `\u0441\u043e\u0440\u0443`.")).toHaveLength(1);
  });

  it("have an unsafe fix that writes them in ASCII", () => {
    expect(checkText("p\u0430y")[0]?.fix).toEqual({
      title: 'Write "pay" in ASCII letters',
      edits: [{ start: 0, end: 3, text: "pay" }],
      safe: false,
    });
  });

  it.each([
    ["Russian with English words", "Используй API, JSON-файл и PRы. Пиши PRа коротко, а ответ по-русски."],
    ["Greek in formulas", "The factor is 2πr, Δt and 5 μs; αβ-pruning, λx."],
    ["Greek prose with Latin words", "Χρησιμοποίησε το API και το pnpm σε κάθε έργο."],
    ["Russian in code", "Пиши `привет мир` в тестах, и `а` тоже."],
    ["compound words of two scripts", "React-компонент, Unicode/Юникод"],
  ])("accept %s", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
