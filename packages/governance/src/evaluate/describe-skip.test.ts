import { expect, it } from "vitest";
import { describePolicySkip } from "./describe-skip.ts";

it.each([
  [{ kind: "disabled" }, "is disabled"],
  [{ kind: "declared" }, "has no `match` to check"],
  [{ kind: "phase", phase: "TEST", phases: ["REVIEW", "TASKS"] }, "is not checked in TEST, only in REVIEW, TASKS"],
  [{ kind: "phase", phase: "TEST", phases: [] }, "is not checked in TEST"],
  [{ kind: "glob", file: "a.ts", patterns: ["*.py"] }, "applies to *.py, not to a.ts"],
  [{ kind: "glob", patterns: ["*.py"] }, "applies to *.py, not to text without a file"],
  [{ kind: "filter", key: "agent_type", wanted: ["A"], actual: "B" }, 'requires agent_type to be ["A"], but it is "B"'],
  [{ kind: "filter", key: "agent_type", wanted: "A" }, 'requires agent_type to be "A", but it is null'],
  [{ kind: "tool", wanted: ["Bash", "Edit"], tool: "Read" }, "applies to calls of Bash, Edit, not to Read"],
  [{ kind: "tool", wanted: ["Bash"] }, "applies to calls of Bash, not to text without a tool"],
  [{ kind: "input", path: "file.path" }, 'requires another value at "file.path" in the input of the tool'],
  [
    { kind: "subject", subject: "text", wanted: ["command"] },
    'checks commands, which a subject of the kind "text" does not have',
  ],
  [{ kind: "prefilter" }, "requires a literal that is not in the text"],
  [{ kind: "prefilter", keywords: ["a", "b"] }, 'requires one of the keywords "a", "b", none of which is in the text'],
  [{ kind: "excepted", count: 1 }, "matches only what `unless` excepts, once"],
  [{ kind: "excepted", count: 2, byValue: true }, "matches only values that `valid_as` or `min_entropy` rules out, 2 times"],
  [
    { kind: "sequence", count: 1, required: 3, lacksEarlier: true },
    "requires an earlier call that meets `after`, which the session does not have",
  ],
  [
    { kind: "sequence", count: 1, required: 3, lacksEarlier: false },
    "requires 3 matches in the session, of which this is number 1",
  ],
  [{ kind: "indeterminate", cause: "slow" }, "could not be checked: slow"],
  [{ kind: "suppressed", count: 1 }, "is suppressed in the text, once"],
  [{ kind: "baseline", count: 2 }, "is violated only where the baseline accepts it, 2 times"],
  [{ kind: "shadow", count: 2 }, "is in shadow mode and would be violated 2 times"],
] as const)("describes %j", (reason, words) => {
  expect(describePolicySkip(reason)).toBe(words);
});
