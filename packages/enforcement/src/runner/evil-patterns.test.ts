import { runPattern, type PatternSource } from "@precept/governance";
import { describe, expect, it } from "vitest";
import { evilPatterns } from "../../test/evil-patterns.ts";
import { createBoundedRunner } from "./pattern-runner.ts";
import { runWithin } from "./time-budget.ts";

const good: readonly PatternSource[] = [
  { id: "letter", source: "a", flags: "" },
  { id: "word", source: "\\bword\\d+\\b", flags: "i" },
  { id: "end", source: "[!=b]$", flags: "m" },
  { id: "space", source: "\\s{3}", flags: "" },
  { id: "none", source: "never", flags: "" },
];
const limit = 100;

const interrupted: string[] = [];

describe.each(evilPatterns)("%#: $source ($flags)", ({ id, source, flags, text }) => {
  it("is bounded, and does not affect the other patterns", () => {
    const runner = createBoundedRunner({ budget: 20, onSlow: (slow) => interrupted.push(slow.id) });
    const outcomes = runner.run([...good.slice(0, 2), { id, source, flags }, ...good.slice(2)], text, limit);
    expect(outcomes.toSpliced(2, 1)).toEqual(good.map((pattern) => runPattern(pattern, text, limit)));
  });
});

it("most of them do not end in V8, and the runner interrupts more than half of these", { tags: "slow" }, () => {
  // Runs the patterns without the runner, which excludes some of them. On a slow machine, more of them time out.
  const endless = evilPatterns.filter((pattern) => !runWithin(20, () => void runPattern(pattern, pattern.text, limit)));
  expect(endless.length).toBeGreaterThanOrEqual(20);
  const ids = new Set(interrupted);
  expect(endless.filter(({ id }) => ids.has(id)).length).toBeGreaterThan(endless.length / 2);
});

it("all of them together do not affect the other patterns either", { tags: "slow" }, () => {
  const runner = createBoundedRunner({ budget: 10 });
  for (const text of [`${"a".repeat(60)}!`, "ab".repeat(40), "\n".repeat(60), "a b\n\\".repeat(2000)]) {
    const outcomes = runner.run([...evilPatterns, ...good], text, limit);
    expect(outcomes.slice(evilPatterns.length)).toEqual(good.map((pattern) => runPattern(pattern, text, limit)));
  }
});
