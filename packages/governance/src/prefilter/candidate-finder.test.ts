import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern, anySubject } from "../../test/any-pattern.ts";
import { createCandidateFinder } from "./candidate-finder.ts";
import { hasRun } from "./character-run.ts";
import { assignLiterals } from "./known-literals.ts";
import { requiredLiterals } from "./required-literals.ts";
import { requiredRun } from "./required-run.ts";

const anyText = fc.oneof(anySubject, fc.string({ unit: anyCodePoint }), fc.constantFrom("K", "ſ", "İ", "RM -RF /", "Σ"));

describe("a candidate finder", () => {
  it("returns the same candidates with and without an automaton, which also excludes texts without a required run", () => {
    fc.assert(
      fc.property(fc.array(anyPattern, { maxLength: 6 }), fc.array(anyText, { maxLength: 6 }), (patterns, texts) => {
        const all = patterns.map(({ source, flags }, at) => ({ id: String(at), source, flags }));
        const direct = createCandidateFinder(() => all, { charactersBeforeAutomaton: Infinity });
        const automaton = createCandidateFinder(() => all, { charactersBeforeAutomaton: 0 });
        for (const text of texts) {
          const expected = [...direct(all, text)].filter((id) => {
            const { source = "", flags = "" } = all[Number(id)] ?? {};
            const run = requiredRun(source, flags);
            const isCommon =
              requiredLiterals(source, flags)?.every((literal) => literal.length > 2 && new Set(literal).size > 1) !== true;
            return run === undefined || !isCommon || hasRun(text, run);
          });
          expect([...automaton(all, text)]).toEqual(expected);
        }
      }),
    );
  });

  it("does not extract literals that are assigned, and uses them only for that pattern", () => {
    const known = { id: "A", source: "[^]tea", flags: "" };
    const free = { ...known, id: "B" };
    const other = { ...known, id: "C" };
    assignLiterals(known, ["xyz"]);
    assignLiterals(free, null);
    const all = [known, free, other];
    for (const charactersBeforeAutomaton of [0, Infinity]) {
      const find = createCandidateFinder(() => all, { charactersBeforeAutomaton });
      expect([...find(all, "a tea")]).toEqual(["B", "C"]);
      expect([...find(all, "ate XYZ")]).toEqual(["A", "B"]);
    }
  });
});
