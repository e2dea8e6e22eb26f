import { createRule, type Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { plainStyle } from "../../terminal/text.ts";
import { viewEachReduced, viewLeftOut, viewReduced } from "./view-losses.ts";

const tools = new Map<string, object>();
const rules = new Map<string, Rule>();

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  if (!map.has(key)) map.set(key, create());
  return map.get(key) as Value;
}

const report = (rule: string, tool: string, message: string, field = "inclusion") => ({
  rule: getOrCreate(rules, rule, () => createRule({ id: rule, name: rule, content: "", description: "" })),
  target: getOrCreate(tools, tool, () => ({ id: tool, title: tool.toUpperCase() })),
  notes: [{ field, kind: "meaning", message }],
});
const reports = (count: number, message = "A has no rules.") =>
  Array.from({ length: count }, (_, at) => report(`r${at}`, "a", message)) as never;

describe("the rules that tools do not get", () => {
  it.each([
    [10, 10, undefined],
    [11, 11, undefined],
    [12, 11, "and 2 rules more"],
  ])("of %i with the same reason are %i lines", (count, lines, last) => {
    const rows = viewLeftOut(reports(count), false, plainStyle);
    expect(rows).toHaveLength(lines);
    expect(/and .* more/.exec(rows.at(-1) ?? "")?.[0]).toBe(last);
    expect(viewLeftOut(reports(count), true, plainStyle)).toHaveLength(count);
  });

  it("list a rule once with all tools, and reasons of few rules first", () => {
    const rows = viewLeftOut(
      [
        report("x", "a", "A has no rules."),
        report("y", "a", "A has no rules."),
        report("z", "a", "A cannot; not in A."),
        report("x", "b", "B has no rules."),
        report("y", "b", "B has no rules."),
      ] as never,
      false,
      plainStyle,
    );
    expect(rows.map((row) => row.trim().replace(/ +/g, " "))).toEqual([
      "z left out for A: cannot; not in A",
      "x left out for A, B: no rules",
      "y left out for A, B: no rules",
    ]);
  });

  it.each([
    [6, "A0, A1, A2, A3, A4, A5:"],
    [7, "A0, A1, A2, A3, A4, A5, A6:"],
    [8, "A0, A1, A2, A3, A4, A5 and 2 more:"],
  ])("name up to seven tools, and of %i six", (count, named) => {
    const all = Array.from({ length: count }, (_, at) => report("x", `a${at}`, "No."));
    expect(viewLeftOut(all as never, false, plainStyle)).toEqual([expect.stringContaining(`left out for ${named} No`)]);
  });
});

describe("what rules lose", () => {
  it("has one line per field and reason, with the rule or their number", () => {
    const rows = viewReduced(
      [
        report("x", "a", "A has no tags.", "tags"),
        report("y", "a", "A has no tags.", "tags"),
        report("x", "b", "B has no tags.", "tags"),
        report("x", "b", "Written by B.", "content"),
      ] as never,
      plainStyle,
    );
    expect(rows.map((row) => row.trim().replace(/ +/g, " "))).toEqual([
      "content B: Written by the tool (x)",
      "tags A, B: no tags (2 rules)",
    ]);
  });

  it("has one line per rule and tool on request", () => {
    const rows = viewEachReduced([report("x", "a", "One."), report("x", "b", "Two.")] as never, plainStyle);
    expect(rows.map((row) => row.trim().replace(/ +/g, " "))).toEqual(["x A One.", "x B Two."]);
  });
});
