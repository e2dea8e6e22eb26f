import { runPattern, type PatternSource } from "@precept/governance";
import { describe, expect, it } from "vitest";
import { createBoundedRunner, type SlowPattern } from "./pattern-runner.ts";

const pattern = (id: string, source: string, flags = ""): PatternSource => ({ id, source, flags });
const evil = pattern("evil", "(a+)+$");
const hopeless = pattern("hopeless", String.raw`(?:(b)|(a+)+$)\1`);
const attack = `${"a".repeat(60)}!`;

describe("fast patterns", () => {
  const runner = createBoundedRunner();

  it("have the same outcomes as if run alone", () => {
    const patterns = [
      pattern("groups", "(?<first>a)(b)?"),
      pattern("empty", "x*"),
      pattern("code points", "(?:)", "u"),
      pattern("lines", "^b", "m"),
      pattern("none", "zzz"),
    ];
    for (const text of ["", "ab\nb😀", "aaab"]) {
      expect(runner.run(patterns, text, 100)).toEqual(patterns.map((each) => runPattern(each, text, 100)));
    }
  });

  it("return no more matches than the limit, and never more than 10,000", () => {
    expect(runner.run([pattern("a", "a")], "aaaa", 3)[0]).toMatchObject({ isCut: true, matches: { length: 3 } });
    expect(runner.run([pattern("a", "a")], "aaaa", 4)[0]).toMatchObject({ isCut: false, matches: { length: 4 } });
    const many = runner.run([pattern("empty", "")], "a".repeat(50_000), Number.POSITIVE_INFINITY);
    expect(many[0]).toMatchObject({ isCut: true, matches: { length: 10_000 } });
  });

  it("are indeterminate if they are invalid, or the text is too long", () => {
    expect(runner.run([pattern("broken", "(")], "a", 9)).toEqual([
      { kind: "indeterminate", reason: "Invalid regular expression: /(/g: Unterminated group" },
    ]);
    expect(createBoundedRunner({ maxTextLength: 3 }).run([pattern("a", "a")], "aaaa", 9)).toEqual([
      { kind: "indeterminate", reason: "the text is longer than 3 characters" },
    ]);
  });
});

describe("a slow pattern", () => {
  it("is interrupted, reported, and run in the linear-time engine", () => {
    const slow: SlowPattern[] = [];
    const runner = createBoundedRunner({ budget: 20, onSlow: (one) => slow.push(one) });
    expect(runner.run([evil], attack, 9)).toEqual([{ kind: "matches", matches: [], isCut: false }]);
    expect(runner.run([evil], `${attack}\naa`, 9)).toEqual([
      { kind: "matches", matches: [{ index: 62, text: "aa", groups: { 1: "aa" } }], isCut: false },
    ]);
    expect(slow.map(({ id }) => id)).toEqual(["evil", "evil"]);
  });

  it("is indeterminate if the linear engine cannot express it and a second attempt times out", () => {
    const runner = createBoundedRunner({ budget: 20, retryBudget: 20 });
    expect(runner.run([hopeless], attack, 9)).toEqual([{ kind: "indeterminate", reason: "it timed out" }]);
  });

  it("has an outcome after a second attempt within a larger budget", () => {
    const lingering = pattern("lingering", "(?=a)a*b|!");
    let text = "a!";
    for (let time = 0; time < 60; text = text.replace(/^a+/, "$&$&")) {
      const start = performance.now();
      runPattern(lingering, text, 9);
      time = performance.now() - start;
    }
    const slow: SlowPattern[] = [];
    const runner = createBoundedRunner({ budget: 5, retryBudget: 60_000, maxTime: 60_000, onSlow: (one) => slow.push(one) });
    expect(runner.run([lingering], text, 9)).toEqual([runPattern(lingering, text, 9)]);
    expect(slow).toHaveLength(1);
  });

  it("does not affect the outcomes of other patterns", () => {
    const [first, second, third] = [pattern("first", "a{5}"), pattern("second", "!"), pattern("third", "(a)(?=a)")] as const;
    const runner = createBoundedRunner();
    const [one, , two, , three] = runner.run([first, evil, second, hopeless, third], attack, 9);
    expect([one, two, three]).toEqual([first, second, third].map((each) => runPattern(each, attack, 9)));
  });

  it("is never remembered: it runs in V8 again for each text", () => {
    const slow: SlowPattern[] = [];
    const runner = createBoundedRunner({ budget: 20, retryBudget: 20, onSlow: (one) => slow.push(one) });
    for (let round = 0; round < 5; round += 1)
      expect(runner.run([hopeless], attack, 9)).toMatchObject([{ kind: "indeterminate" }]);
    expect(slow).toHaveLength(5);
    expect(runner.run([hopeless], "aa", 9)).toEqual([runPattern(hopeless, "aa", 9)]);
  });
});

describe("the time limit of one text", () => {
  it("holds for any number of slow patterns", () => {
    const runner = createBoundedRunner({ budget: 10, maxTime: 30 });
    const many = Array.from({ length: 50 }, (_, number) => pattern(`evil ${number}`, String.raw`(?:(b)|(a+)+$)\1{${number}}`));
    const outcomes = runner.run(many, attack, 9);
    const reasons = new Set(outcomes.map((outcome) => (outcome.kind === "indeterminate" ? outcome.reason : "matches")));
    expect(outcomes).toHaveLength(50);
    expect(reasons).not.toContain("matches");
  });
});
