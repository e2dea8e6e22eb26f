import { describe, expect, it } from "vitest";
import { createCandidateFinder } from "./candidate-finder.ts";
import { createPrefilter } from "./prefilter.ts";

describe("a prefilter", () => {
  it("omits patterns whose literals are not in the text", () => {
    const prefilter = createPrefilter([
      { source: "\\beval\\(" },
      { source: "rm -(?:rf|fr)" },
      { source: "\\d+" },
      { source: "\\d{9}" },
    ]);
    expect(prefilter("EVAL(x)")).toEqual([0, 2]);
    expect(prefilter("rm -fr /")).toEqual([1, 2]);
    expect(prefilter("")).toEqual([2]);
    expect(prefilter("1234567890")).toEqual([2, 3]);
  });

  it("returns patterns beyond its memory limit for every text", () => {
    const words = Array.from({ length: 4000 }, (_, number) => ({ source: `a-rather-long-word-${number}` }));
    const prefilter = createPrefilter(words);
    expect(prefilter("").length).toBeGreaterThan(0);
    expect(prefilter("a-rather-long-word-7")).toContain(7);
  });
});

describe("a candidate finder", () => {
  const [evalCall, remove, digits] = [
    { id: "eval", source: "eval\\(", flags: "" },
    { id: "rm", source: "rm -rf", flags: "i" },
    { id: "digits", source: "\\d+", flags: "" },
  ];

  it("considers only the patterns that it is called with", () => {
    const find = createCandidateFinder(() => [evalCall, remove, digits]);
    expect([...find([evalCall, remove, digits], "RM -RF /")]).toEqual(["rm", "digits"]);
    expect([...find([evalCall], "RM -RF /")]).toEqual([]);
  });

  it("treats a pattern that its automaton does not know as a candidate, even with a known id", () => {
    const find = createCandidateFinder(() => [evalCall], { charactersBeforeAutomaton: 0 });
    expect([...find([{ ...evalCall }, remove], "nothing")]).toEqual(["rm"]);
    expect([
      ...find(
        [
          { ...evalCall, source: "no" },
          { ...evalCall, flags: "i" },
        ],
        "nothing",
      ),
    ]).toEqual(["eval", "eval"]);
  });
});
