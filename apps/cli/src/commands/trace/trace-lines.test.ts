import { RuleIndex, createRule, resolve, toWireTrace, buildTrace } from "@precept/core";
import { describe, expect, it } from "vitest";
import { parseTraceLines } from "./read-traces.ts";
import { printTraceLine } from "./record.ts";

const rule = createRule({ id: "a", name: "a", inclusion: "fileMatch", globs: ["src/**"], content: "12345" });
const trace = buildTrace(
  resolve(
    new RuleIndex([
      rule,
      { ...rule, id: "b", scope: "global" },
      { ...rule, id: "c", name: "c", priority: 1 },
      { ...rule, id: "d", name: "d", enabled: false },
    ]),
    { id: "1f", timestamp: "2026-01-02T03:04:05.000Z", files: ["src/a.ts"] },
    { budget: { characters: 9 } },
  ),
);

describe("a line of a trace", () => {
  it("is snake_case JSON that parses to the same trace", () => {
    const line = printTraceLine(trace);
    expect(JSON.parse(line)).toEqual(toWireTrace(trace));
    expect(line).not.toContain("\n");
    expect(parseTraceLines(`${line}\n${line}\n`.split("\n"))).toEqual({ traces: [trace, trace], unreadable: 0 });
  });

  it("has the number of rules that it leaves out", () => {
    const shortened = { ...trace, leftOut: 3 };
    const line = printTraceLine(shortened);
    expect(JSON.parse(line)).toMatchObject({ left_out_rules: 3 });
    expect(parseTraceLines(line.split("\n")).traces).toEqual([shortened]);
  });
});

describe("a line that is not a trace", () => {
  const line = printTraceLine(trace);
  /** Traces of older versions have no list of rules to ask for. */
  const fields = Object.keys(JSON.parse(line) as object).filter((field) => field !== "requestable_rules");
  const without = (field: string) => JSON.stringify({ ...(JSON.parse(line) as object), [field]: undefined });

  it.each<readonly [what: string, line: string]>([
    ["no JSON", "not JSON"],
    ["half a line", line.slice(0, 80)],
    ["two halves", line.slice(0, 80) + line],
    ["a number", "7"],
    ["null", "null"],
    ["a list", "[1]"],
    ["an empty object", "{}"],
    ["other JSON", '{"request_id":"x","matched_rules":{}}'],
    ["a list of the wrong things", line.replace(/"matched_rules":\[/, '"matched_rules":[null,')],
    ...fields.map((field) => [`no ${field}`, without(field)] as const),
  ])("is skipped and counted: %s", (_, bad) => {
    expect(parseTraceLines(`${bad}\n${line}\n`.split("\n"))).toEqual({ traces: [trace], unreadable: 1 });
  });

  it("does not include empty lines", () => {
    expect(parseTraceLines(`\n${line}\r\n\n`.split("\n"))).toEqual({ traces: [trace], unreadable: 0 });
    expect(parseTraceLines("".split("\n"))).toEqual({ traces: [], unreadable: 0 });
  });
});
