import type { AppliedRule } from "@precept/core";
import { hosts, type HookAnswer } from "@precept/mdc-compat/hooks";
import { describe, expect, it } from "vitest";
import { answerFailure, closesOnFailure, describeFailures } from "./close-event.ts";
import { eventBeforeTool, findEvent, type AnsweredEvent } from "./find-event.ts";
import { printAnswer } from "./print-answer.ts";
import { composeRules } from "./select-rules.ts";

const claude = hosts["claude-code"];
const cursor = hosts.cursor;

describe("the event of a host", () => {
  it.each([
    [claude, "PreToolUse", { deny: true, ask: true, inject: true, kind: "beforeTool" }],
    [claude, "beforeShellExecution", { deny: true, ask: true, kind: "beforeTool", name: "beforeShellExecution" }],
    [cursor, "UserPromptSubmit", { deny: true, kind: "prompt" }],
    [cursor, "Unknown", { kind: "other", name: "Unknown" }],
    [claude, "toString", { kind: "other", name: "toString" }],
  ])("%# is found by its name, or by its kind", (spec, name, event) => {
    const { kind, ...found } = findEvent(spec, name);
    expect({ kind: kind === "beforeTool" || kind === "prompt" ? kind : "other", ...found }).toMatchObject(event);
  });

  it("of an unknown kind can only be denied before a tool", () => {
    expect(findEvent({ ...claude, events: {} }, "X", "beforeTool")).toEqual({ deny: true, name: "X", kind: "beforeTool" });
    expect(findEvent({ ...claude, events: {} }, "X", "prompt")).toEqual({ name: "X", kind: "prompt" });
    expect(eventBeforeTool(claude).name).toBe("PreToolUse");
    expect(eventBeforeTool({ ...claude, events: {} })).toEqual({ deny: true, name: "PreToolUse", kind: "beforeTool" });
  });
});

describe("an answer", () => {
  const spec = {
    ...claude,
    print: (_: unknown, answer: HookAnswer) => ({ stdout: JSON.stringify(answer), stderr: "", exitCode: 0 }),
  };
  const event = (more: Partial<AnsweredEvent>): AnsweredEvent => ({ name: "E", kind: "beforeTool", ...more });
  const printed = (can: Partial<AnsweredEvent>, answer: HookAnswer, notes: readonly string[] = []) => {
    const { stdout, stderr } = printAnswer(spec, event(can), answer, notes);
    return [JSON.parse(stdout), stderr];
  };
  const denial: HookAnswer = { verdict: "deny", reason: "R", context: "C" };
  const question: HookAnswer = { verdict: "ask", reason: "R" };
  it.each([
    ["a denial that the host honours", { deny: true, inject: true }, denial, denial, ""],
    ["a denial without context", { deny: true }, denial, { verdict: "deny", reason: "R" }, ""],
    ["a denial as context", { inject: true }, denial, { verdict: "none", context: "R\n\nC" }, "precept hook: R\n"],
    ["a denial as a note", {}, denial, { verdict: "none" }, "precept hook: R\n"],
    ["a question", { ask: true }, question, question, ""],
    ["a question as a note", { deny: true }, question, { verdict: "none" }, "precept hook: R\n"],
    ["a question as context", { deny: true, inject: true }, question, { verdict: "none", context: "R" }, "precept hook: R\n"],
    ["context", { inject: true }, { verdict: "none", context: "C" }, { verdict: "none", context: "C" }, ""],
    ["no context that the host does not take", {}, { verdict: "none", context: "C" }, { verdict: "none" }, ""],
    ["a denial without a reason", {}, { verdict: "deny" }, { verdict: "none" }, ""],
  ] as const)("has %s", (_, can, answer, expected, stderr) => {
    expect(printed(can, answer)).toEqual([expected, stderr]);
    expect(printed(can, answer, ["N"])).toEqual([expected, `precept hook: N\n${stderr}`]);
  });
});

describe("an event that could not be checked", () => {
  it.each([
    [{ deny: true, kind: "beforeTool" }, {}, true],
    [{ deny: true, kind: "response" }, {}, false],
    [{ deny: true, kind: "response" }, { stop_hook_active: false }, true],
    [{ kind: "beforeTool" }, {}, false],
    [{ deny: false, kind: "prompt" }, {}, false],
  ] as const)("%j with the payload %j can be denied: %s", (event, payload, expected) => {
    expect(closesOnFailure({ name: "E", ...event }, payload)).toBe(expected);
  });

  it.each([
    [true, true, "deny", "because there are policies of priority P0"],
    [true, undefined, "deny", "because there may be policies of priority P0"],
    [true, false, "none", "No policy of priority P0 exists"],
    [false, true, "none", "Precept could not check this: broken."],
  ] as const)("is answered: can be denied %s, has policies of P0 %s: %s", (canClose, mayHaveCritical, verdict, text) => {
    const { answer, notes } = answerFailure("broken.", { canClose, mayHaveCritical });
    expect(answer.verdict).toBe(verdict);
    expect([answer.reason, ...notes].join("\n")).toContain(text);
    expect(notes).toHaveLength(1);
  });

  it("lists up to three failures with their files", () => {
    const failure = (more: object) => ({ severity: "error", code: "c", message: "No.", ...more }) as never;
    expect(describeFailures([failure({})])).toBe("No");
    expect(
      describeFailures([failure({ file: "a", line: 2 }), failure({ file: "b" }), failure({ file: "c", message: "In c." })]),
    ).toBe("a:2: No; b: No; In c");
    expect(describeFailures(Array.from({ length: 4 }, () => failure({})))).toBe("No; No; No; and 1 more errors");
  });
});

describe("the rules of an answer", () => {
  const rule = (name: string, content: string): AppliedRule =>
    ({
      rule: {
        id: name,
        name,
        scope: "project",
        origin: { store: "fs" },
        globs: [],
        targets: [],
        tags: [],
        contexts: [],
        replaces: [],
        metadata: {},
        description: "",
        inclusion: "always",
        priority: 50,
      },
      content,
      reason: { kind: "always" },
      matchedFiles: [],
      characters: content.length,
      tokens: 1,
      cut: false,
    }) as never;
  const all = [rule("a", "x".repeat(100)), rule("b", "y".repeat(2000)), rule("c", "z".repeat(100))];

  it("are whole if they fit, and none if there are none", () => {
    expect(composeRules([], 0)).toEqual({ text: "", given: [], named: [] });
    const { text: whole, given } = composeRules(all, 100_000);
    expect(given).toEqual(all);
    expect(whole).toContain("y".repeat(2000));
    expect(composeRules(all, whole.length).text).toBe(whole);
    expect(composeRules(all, whole.length - 1).text).not.toContain("y".repeat(2000));
  });

  it("that do not fit are named", () => {
    const { text, given, named } = composeRules(all, 2000);
    expect([given, named]).toEqual([[all[0], all[2]], [all[1]]]);
    expect(text).toContain("x".repeat(100));
    expect(text).toContain("z".repeat(100));
    expect(text).toContain("would be longer than 2,000 characters: `b`. ");
  });

  it("name up to 20 rules, each with up to 50 characters", () => {
    const named = (count: number) =>
      composeRules(
        Array.from({ length: count }, (_, at) => rule(`${at}-`.padEnd(60, "n"), "y".repeat(2000))),
        2000,
      ).text;
    expect(named(20).match(/`\d+-n+`/g)).toHaveLength(20);
    expect(named(20)).not.toContain(" more. ");
    expect(named(21)).toContain(", and 1 more. ");
    expect(named(2)).toContain(`\`${"0-".padEnd(50, "n")}\``);
  });

  it("are cut to the limit", () => {
    expect(composeRules(all, 50).text).toHaveLength(50);
    expect(composeRules(all, 0).text).toBe("");
    expect(composeRules(all, -1).text).toBe("");
  });
});
