import { describe, expect, it } from "vitest";
import { buildPolicy, check } from "../../test/policies.ts";
import type { Subject } from "../model/subject.ts";
import type { Code } from "../syntax/code-of.ts";
import { unboundedRunner, type SyntaxOutcome } from "./pattern-runner.ts";

/** Evaluates a policy. Returns the decision, and the code that was searched. */
function decide(match: object, subject: Subject, outcome: SyntaxOutcome, severity = "HIGH") {
  const searched: Code[] = [];
  const findSyntax = (_condition: unknown, code: Code): SyntaxOutcome => {
    searched.push(code);
    return outcome;
  };
  const decision = check([buildPolicy({ severity, match })], subject, { runner: { ...unboundedRunner, findSyntax } });
  return { decision, searched };
}

const match = (index: number, F: string) => ({ index, text: "run(a)", groups: { F: "run" }, names: { F } });
const none: SyntaxOutcome = { kind: "matches", matches: [], isCut: false };
const call = { language: ["typescript", "python"], pattern: "$F($A)", where: { F: "^os\\.system$" } };

describe("a syntax condition", () => {
  it.each<[string, object, Subject, number]>([
    ["code that has the words of the condition", call, { text: "from os import system as run\nrun(a)", file: "a.py" }, 1],
    ["no code without these words", call, { text: "run(a)", file: "a.py" }, 0],
    ["no file in another language", call, { text: "os.system(a)", file: "a.rb" }, 0],
    ["no prompt", call, { text: "os.system(a)", kind: "prompt" }, 0],
    ["no command of another language", call, { text: "os.system(a)", kind: "command" }, 0],
    ["a command as shell code", { language: "shell", pattern: "eval $A" }, { text: "eval a", kind: "command" }, 1],
    ["code if no word is required", { language: "typescript", kind: "template_string" }, { text: "a", file: "a.tsx" }, 1],
  ])("searches %s", (_what, syntax, subject, times) => {
    expect(decide({ syntax }, subject, none).searched).toHaveLength(times);
  });

  it("keeps the matches whose names meet `where`", () => {
    const outcome = { ...none, matches: [match(0, "os.system"), match(7, "run")] };
    const { decision } = decide({ syntax: call }, { text: "run(a);run(a) // os.system", file: "a.py" }, outcome);
    expect(decision.violations.map(({ column }) => column)).toEqual([1]);
  });

  it("excepts the matches that overlap `unless`", () => {
    const outcome = { ...none, matches: [match(0, "os.system")] };
    const text = "run(a) # checked, os.system";
    expect(decide({ syntax: call, unless: ".*checked" }, { text, file: "a.py" }, outcome).decision.violations).toEqual([]);
  });

  it("of which a package is missing neither holds nor fails, and does not ask a human", () => {
    const outcome = { kind: "unavailable", reason: "the parser is not installed" } as const;
    const subject = { text: "os.system(a) danger", file: "a.py" };
    const alone = decide({ syntax: call }, subject, outcome, "CRITICAL").decision;
    expect(alone).toMatchObject({
      action: "PASS",
      skipped: [{ reason: { kind: "unavailable" } }],
      diagnostics: [{ code: "check/unavailable" }],
    });
    const either = decide({ any: [{ syntax: call }, { keywords: ["danger"] }] }, subject, outcome).decision;
    expect(either.violations).toHaveLength(1);
    const both = (keyword: string) => decide({ all: [{ syntax: call }, { keywords: [keyword] }] }, subject, outcome).decision;
    expect(both("danger").skipped).toMatchObject([{ reason: { kind: "unavailable" } }]);
    expect(both("nothing")).toMatchObject({ passed: ["A-1"], skipped: [] });
    const absent = decide({ absent: { syntax: call } }, subject, outcome).decision;
    expect(absent.skipped).toMatchObject([{ reason: { kind: "unavailable" } }]);
  });
});
