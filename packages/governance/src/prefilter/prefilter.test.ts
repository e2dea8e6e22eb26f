import { describe, expect, it } from "vitest";
import { createCandidateFinder } from "./candidate-finder.ts";
import { createPrefilter } from "./prefilter.ts";

describe("a prefilter", () => {
  it("leaves out the patterns whose literals are not in the text", () => {
    const prefilter = createPrefilter([{ source: "\\beval\\(" }, { source: "rm -(?:rf|fr)" }, { source: "\\d{9}" }]);
    expect(prefilter.candidates("EVAL(x)")).toEqual([0, 2]);
    expect(prefilter.candidates("rm -fr /")).toEqual([1, 2]);
    expect(prefilter.candidates("")).toEqual([2]);
    expect(prefilter.always).toEqual([2]);
  });

  it("needs a keyword as well, where there are some", () => {
    const prefilter = createPrefilter([
      { source: "[a-z0-9]{32}", keywords: ["Stripe", "twilio"] },
      { source: "token", keywords: ["auth"] },
      { keywords: ["todo"] },
      { keywords: ["Überweisung"] },
      { source: "x", keywords: ["é"] },
      { source: "[0-9]", keywords: [] },
    ]);
    expect(prefilter.candidates("stripe")).toEqual([0, 5]);
    expect(prefilter.candidates("token")).toEqual([5]);
    expect(prefilter.candidates("an AUTH token, TODO")).toEqual([1, 2, 5]);
    expect(prefilter.candidates("überweisung")).toEqual([3, 5]);
    expect(prefilter.candidates("x")).toEqual([4, 5]);
  });

  it("runs on every text what doesn't fit into its memory", () => {
    const words = Array.from({ length: 4000 }, (_, number) => ({ source: `a-rather-long-word-${number}` }));
    const prefilter = createPrefilter(words);
    expect(prefilter.always.length).toBeGreaterThan(0);
    expect(prefilter.candidates("")).toEqual(prefilter.always);
    expect(prefilter.candidates("a-rather-long-word-7")).toContain(7);
  });
});

describe("a finder of candidates", () => {
  const [evalCall, remove, digits] = [
    { id: "eval", source: "eval\\(", flags: "" },
    { id: "rm", source: "rm -rf", flags: "i" },
    { id: "digits", source: "\\d+", flags: "" },
  ];

  it("answers about the patterns it is asked about", () => {
    const find = createCandidateFinder([evalCall, remove, digits]);
    expect([...find([evalCall, remove, digits], "RM -RF /")]).toEqual(["rm", "digits"]);
    expect([...find([evalCall], "RM -RF /")]).toEqual([]);
  });

  it("takes a pattern that it does not know for a candidate, even under an id that it knows", () => {
    const find = createCandidateFinder([evalCall]);
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
