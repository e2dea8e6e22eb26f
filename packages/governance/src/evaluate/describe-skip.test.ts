import { expect, it } from "vitest";
import { describePolicySkip } from "./describe-skip.ts";

it.each([
  [{ kind: "disabled" }, "is disabled"],
  [{ kind: "declared" }, "has nothing to look for; it can only be reported"],
  [{ kind: "phase", phase: "TEST", phases: ["REVIEW", "TASKS"] }, "is not checked in TEST, only in REVIEW, TASKS"],
  [{ kind: "glob", file: "a.ts", patterns: ["*.py"] }, "is for *.py, not for a.ts"],
  [{ kind: "glob", patterns: ["*.py"] }, "is for *.py, not for texts without a file"],
  [{ kind: "filter", key: "agent_type", wanted: ["A"], actual: "B" }, 'asks for agent_type ["A"], and it is "B"'],
  [{ kind: "filter", key: "agent_type", wanted: "A" }, 'asks for agent_type "A", and it is null'],
  [{ kind: "prefilter" }, "needs something that is not in the text"],
  [{ kind: "prefilter", keywords: ["a", "b"] }, 'needs one of "a", "b", and none is in the text'],
  [{ kind: "indeterminate", problem: "slow" }, "could not be checked: slow"],
  [{ kind: "suppressed", count: 1 }, "was suppressed in the text, once"],
  [{ kind: "baseline", count: 2 }, "is broken only where the baseline accepts it, 2 times"],
  [{ kind: "shadow", count: 2 }, "is in shadow mode, and would be broken 2 times"],
] as const)("the reason %j in words", (reason, words) => {
  expect(describePolicySkip(reason)).toBe(words);
});
