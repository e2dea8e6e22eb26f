import { describe, expect, it } from "vitest";
import { describeAdvice, describeDenial, describeFailure } from "./describe-decision.ts";

const violation = (more: object = {}) => ({ policy: "P", action: "QUICK_FIX", line: 2, message: "No.", ...more });
const decision = (more: object) => ({ violations: [], fixes: [], questions: [], stops: false, ...more }) as never;
const linesOf = (text: string | undefined) => text?.split("\n") ?? [];

describe("a denial", () => {
  const stop = violation({ action: "TERMINATE" });
  it.each([
    [20, undefined],
    [21, "- … and 1 more violations"],
    [1030, "- … and 1,010 more violations"],
  ])("of %i violations lists at most 20", (count, rest) => {
    const violations = Array.from({ length: count }, (_, at) => violation({ action: "TERMINATE", message: `No ${at}.` }));
    const lines = linesOf(describeDenial(decision({ stops: true, violations }), "Bash", "arguments"));
    expect(lines[0]).toBe("The tool call was denied by policy: Bash was not run.");
    expect(lines.filter((line) => line.startsWith("- P (TERMINATE): No "))).toHaveLength(20);
    expect(lines.find((line) => line.startsWith("- …"))).toBe(rest);
    expect(lines.at(-1)).toMatch(/^Now /);
  });

  it("lists equal violations once", () => {
    const lines = linesOf(describeDenial(decision({ stops: true, violations: [stop, stop] }), "Bash", "result"));
    expect(lines.filter((line) => line.startsWith("- "))).toEqual(["- P (TERMINATE): No."]);
  });

  it("lists only the violations that stop the agent", () => {
    const violations = [stop, violation({ action: "LOG_ONLY" })];
    expect(linesOf(describeDenial(decision({ stops: true, violations }), null, "prompt"))).toHaveLength(3);
  });

  it("lists the questions that deny, with their answers", () => {
    const question = { policy: "P", file: "a.ts", message: "Why?", suggestion: "Ask.", key: "k1" };
    const questions = [
      { denies: true, question },
      { denies: true, question: { policy: "Q", message: "Why?", key: "k2" }, answer: { by: "Ann", reason: "too risky" } },
      { denies: true, question: { policy: "R", message: "Why?", key: "k3" }, answer: { by: "Bob" } },
      { denies: false, question },
    ];
    expect(linesOf(describeDenial(decision({ questions }), "Get", "result"))).toEqual([
      "The result of Get was withheld by policy.",
      "- P (ASK) a.ts: Why? Ask.",
      expect.stringContaining("question k1"),
      "- Q (ASK): Why?",
      expect.stringMatching(/^Ann denied it: too risky\. /),
      "- R (ASK): Why?",
      expect.stringMatching(/^Bob denied it\. /),
    ]);
  });

  it("says that the working tree was restored", () => {
    const rolledBack = (rollback: object) => linesOf(describeDenial(decision({ rollback }), null, "response")).slice(1);
    expect(rolledBack({ kind: "done", undo: "precept x" })).toEqual([
      "The working tree was restored to the last checkpoint. To undo: precept x",
    ]);
    expect(rolledBack({ kind: "done" })).toEqual(["The working tree was restored to the last checkpoint."]);
    expect(rolledBack({ kind: "failed" })).toEqual([]);
  });

  it("says why policies could not be checked", () => {
    expect(linesOf(describeFailure(new Error("broken"), "Get", "arguments"))[1]).toBe(
      "The policies could not be checked: broken",
    );
    expect(linesOf(describeFailure("text", null, "prompt"))[1]).toBe("The policies could not be checked: text");
  });
});

describe("what to do after a denial", () => {
  it.each([
    ["Use git stash.", "Follow the suggestion, or do something else."],
    ["Ask a human to do it.", "Now stop, and tell a human."],
    [undefined, "Now stop, and tell a human."],
  ])("is to tell a human only where one is needed: %s", (suggestion, expected) => {
    const stopping = violation({ action: "TERMINATE", ...(suggestion !== undefined && { suggestion }) });
    const text = describeDenial(decision({ stops: true, denies: true, violations: [stopping] }), "Bash", "arguments");
    expect(text).toContain(expected);
    expect(text).not.toContain("approvals approve");
  });

  it("names the questions by which a person can allow the call", () => {
    const denied = decision({
      stops: true,
      denies: true,
      violations: [violation({ action: "TERMINATE" })],
      denialKeys: ["a1", "b2"],
    });
    expect(describeDenial(denied, "Bash", "arguments")).toContain("precept approvals approve a1; precept approvals approve b2");
  });
});

describe("advice", () => {
  it("does not mention violations that are only logged", () => {
    expect(describeAdvice(decision({ violations: [violation({ action: "LOG_ONLY" })] }), "arguments")).toBeUndefined();
    expect(describeAdvice(decision({}), "arguments")).toBeUndefined();
  });

  it("has the location, the reason and the suggestion of each violation, and each instruction once", () => {
    const violations = [violation({ file: "a.ts", suggestion: "Do." }), violation({})];
    expect(linesOf(describeAdvice(decision({ violations }), "result"))).toEqual([
      "Policies about this result:",
      "- P (QUICK_FIX) a.ts:2: No. Do.",
      "- P (QUICK_FIX): No.",
      expect.stringMatching(/^QUICK_FIX: /),
    ]);
  });

  it.each([
    [20_000, "x".repeat(20_000)],
    [20_001, "20,001 characters"],
  ])("shows a corrected text of arguments up to 20,000 characters: %i", (length, shown) => {
    const fixes = [{ file: "a.ts", text: "x".repeat(length) }, { text: "y" }];
    const found = decision({ violations: [violation()], fixes });
    expect(describeAdvice(found, "arguments")).toContain(shown);
    expect(describeAdvice(found, "arguments")).toContain("The corrected text of a.ts");
    expect(describeAdvice(found, "arguments")).toMatch(/The corrected text:\ny$/);
    expect(describeAdvice(found, "result")).not.toContain("`fixes`:");
  });
});
