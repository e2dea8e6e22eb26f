import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern, anySubject } from "../testing/any-pattern.ts";
import { createCandidateFinder } from "./candidate-finder.ts";
import { assignLiterals } from "./known-literals.ts";

const anyText = fc.oneof(anySubject, fc.string({ unit: "binary" }), fc.constantFrom("K", "ſ", "İ", "RM -RF /", "Σ"));

describe("a candidate finder", () => {
  it("returns the same candidates with and without an automaton", () => {
    fc.assert(
      fc.property(fc.array(anyPattern, { maxLength: 6 }), fc.array(anyText, { maxLength: 6 }), (patterns, texts) => {
        const all = patterns.map(({ source, flags }, at) => ({ id: String(at), source, flags }));
        const direct = createCandidateFinder(() => all, { charactersBeforeAutomaton: Infinity });
        const automaton = createCandidateFinder(() => all, { charactersBeforeAutomaton: 0 });
        for (const text of texts) expect([...direct(all, text)]).toEqual([...automaton(all, text)]);
      }),
      { numRuns: 500 },
    );
  });

  it("does not extract literals that are assigned, and uses them only for that pattern", () => {
    const known = { id: "A", source: "abc", flags: "" };
    const free = { ...known, id: "B" };
    const other = { ...known, id: "C" };
    assignLiterals(known, ["xyz"]);
    assignLiterals(free, null);
    const all = [known, free, other];
    for (const charactersBeforeAutomaton of [0, Infinity]) {
      const find = createCandidateFinder(() => all, { charactersBeforeAutomaton });
      expect([...find(all, "abc")]).toEqual(["B", "C"]);
      expect([...find(all, "XYZ")]).toEqual(["A", "B"]);
    }
  });
});
