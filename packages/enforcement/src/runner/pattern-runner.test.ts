import { runPattern, type PatternSource } from "@precept/governance";
import { describe, expect, it } from "vitest";
import { createBoundedRunner, type SlowPattern } from "./pattern-runner.ts";

const pattern = (id: string, source: string, flags = ""): PatternSource => ({ id, source, flags });
const evil = pattern("evil", "(a+)+$");
const hopeless = pattern("hopeless", "(?=(a+)+$)a");
const attack = `${"a".repeat(60)}!`;

describe("patterns that are fast", () => {
  const runner = createBoundedRunner();

  it("are run as they would be alone", () => {
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

  it("tell no more matches than were asked for, and never more than ten thousand", () => {
    expect(runner.run([pattern("a", "a")], "aaaa", 3)[0]).toMatchObject({ isCut: true, matches: { length: 3 } });
    expect(runner.run([pattern("a", "a")], "aaaa", 4)[0]).toMatchObject({ isCut: false, matches: { length: 4 } });
    const many = runner.run([pattern("empty", "")], "a".repeat(50_000), Number.POSITIVE_INFINITY);
    expect(many[0]).toMatchObject({ isCut: true, matches: { length: 10_000 } });
  });

  it("are indeterminate where they are no patterns, and where the text is too long", () => {
    expect(runner.run([pattern("broken", "(")], "a", 9)).toEqual([
      { kind: "indeterminate", reason: "Invalid regular expression: /(/g: Unterminated group" },
    ]);
    expect(createBoundedRunner({ maxTextLength: 3 }).run([pattern("a", "a")], "aaaa", 9)).toEqual([
      { kind: "indeterminate", reason: "the text is longer than 3 characters" },
    ]);
  });
});

describe("a pattern that takes too long", () => {
  it("is interrupted, named, and run in an engine that takes its time but gets there", () => {
    const slow: SlowPattern[] = [];
    const runner = createBoundedRunner({ budget: 20, onSlow: (one) => slow.push(one) });
    expect(runner.run([evil], attack, 9)).toEqual([{ kind: "matches", matches: [], isCut: false }]);
    expect(runner.run([evil], `${attack}\naa`, 9)).toEqual([
      { kind: "matches", matches: [{ index: 62, text: "aa", groups: { 1: "aa" } }], isCut: false },
    ]);
    expect(slow.map(({ id, isQuarantined }) => [id, isQuarantined])).toEqual([
      ["evil", false],
      ["evil", false],
    ]);
  });

  it("is indeterminate where that engine does not know its syntax, and a second try does not end either", () => {
    const runner = createBoundedRunner({ budget: 20, patience: 20 });
    expect(runner.run([hopeless], attack, 9)).toEqual([{ kind: "indeterminate", reason: "it takes too long" }]);
  });

  it("is known after a second try, where it only took a little long", () => {
    const lingering = pattern("lingering", "(?=a)a*b|!");
    let text = "a!";
    for (let time = 0; time < 60; text = text.replace(/^a+/, "$&$&")) {
      const start = performance.now();
      runPattern(lingering, text, 9);
      time = performance.now() - start;
    }
    const slow: SlowPattern[] = [];
    const runner = createBoundedRunner({ budget: 5, patience: 60_000, maxTime: 60_000, onSlow: (one) => slow.push(one) });
    expect(runner.run([lingering], text, 9)).toEqual([runPattern(lingering, text, 9)]);
    expect(slow).toHaveLength(1);
  });

  it("leaves all others what they are without it", () => {
    const [first, second, third] = [pattern("first", "a{5}"), pattern("second", "!"), pattern("third", "(a)(?=a)")] as const;
    const runner = createBoundedRunner();
    const [one, , two, , three] = runner.run([first, evil, second, hopeless, third], attack, 9);
    expect([one, two, three]).toEqual([first, second, third].map((each) => runPattern(each, attack, 9)));
  });

  it("is kept from the fast engine after three interruptions, until a while has passed", () => {
    const slow: SlowPattern[] = [];
    const time = { now: 0 };
    const runner = createBoundedRunner({ budget: 20, duration: 1000, clock: () => time.now, onSlow: (one) => slow.push(one) });
    for (let round = 0; round < 5; round += 1) runner.run([{ ...evil }], attack, 9);
    expect(slow.map(({ isQuarantined }) => isQuarantined)).toEqual([false, false, true]);
    time.now = 1000;
    runner.run([evil], attack, 9);
    expect(slow).toHaveLength(4);
  });
});

describe("the time for one text is limited", () => {
  it("however many patterns are evil", () => {
    const runner = createBoundedRunner({ budget: 10, maxTime: 30 });
    const many = Array.from({ length: 50 }, (_, number) => pattern(`evil ${number}`, `(?=(a+)+$)a{${number}}`));
    const outcomes = runner.run(many, attack, 9);
    const reasons = new Set(outcomes.map((outcome) => (outcome.kind === "indeterminate" ? outcome.reason : "matches")));
    expect(outcomes).toHaveLength(50);
    expect(reasons).not.toContain("matches");
  });
});
