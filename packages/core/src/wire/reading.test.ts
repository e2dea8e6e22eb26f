import { describe, expect, it } from "vitest";
import { findJsonProblem } from "./find-json-problem.ts";
import { findUnknownFields, readFields } from "./read-fields.ts";
import {
  choiceReader,
  describeValue,
  readGlobs,
  readJson,
  readJsonObject,
  readNumber,
  readTexts,
  readTime,
  wholeNumberReader,
} from "./reading.ts";

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe("a value that JSON cannot express", () => {
  const cyclic: { a: { b?: unknown } } = { a: {} };
  cyclic.a.b = cyclic;
  const self: unknown[] = [];
  self.push(self);
  const key = "k".repeat(40);
  it.each([
    [Number.NaN, "must be JSON, but it is NaN"],
    [{ a: [1, Infinity] }, 'must be JSON, but "a.1" is Infinity'],
    [undefined, "must be JSON, but it is undefined"],
    [{ a: undefined }, 'must be JSON, but "a" is undefined'],
    [new Date(0), "must be JSON, but it is no JSON value"],
    [cyclic, 'must be JSON, but "a.b" contains itself'],
    [self, 'must be JSON, but "0" contains itself'],
    [JSON.parse('{"a":{"__proto__":1}}'), 'must not contain the key "a.__proto__"; rename it'],
    [nested(102), "must not be nested deeper than 100 levels"],
    [{ a: { b: { c: { d: { e: Number.NaN } } } } }, 'must be JSON, but "a.b.c.d.e" is NaN'],
    [{ a: { b: { c: { d: { e: { f: Number.NaN } } } } } }, 'must be JSON, but "….b.c.d.e.f" is NaN'],
    [{ [key]: Number.NaN }, `must be JSON, but "${key}" is NaN`],
    [{ [`${key}x`]: Number.NaN }, `must be JSON, but "${key}…" is NaN`],
  ])("%# is located", (value, problem) => expect(findJsonProblem(value)).toBe(problem));

  it("is none of these, also if a part occurs twice", () => {
    const part = { a: 1 };
    const valid = [null, "", true, 0, [], {}, nested(100), [part, part], { a: part, b: [part] }, Object.create(null)];
    expect(valid.map(findJsonProblem)).toEqual(valid.map(() => undefined));
  });
});

describe("a reader", () => {
  it.each([
    [wholeNumberReader(1, 3), [1, 3], [0, 4, 1.5, "1", 2 ** 53], "must be a whole number from 1 to 3, not 0"],
    [wholeNumberReader(0), [0, Number.MAX_SAFE_INTEGER], [-1, 2 ** 53], "must be a whole number of at least 0, not -1"],
    [choiceReader(["a", "b"]), ["a", "b"], ["c", 1], 'must be one of a, b, not "c"'],
    [readNumber, [0, -1.5], [Infinity, "1"], "must be a number, not Infinity"],
    [readTexts, [[], ["a"]], [7, ["a", 1]], "must be a list of texts, not 7"],
    [readTexts, [["a", "b"]], [["a", 1]], "must be a list of texts, but item 1 is 1"],
    [
      readTime,
      ["", "2026-01-02", "2026-01-02 03:04", "2026-01-02T03:04:05,5+01:00"],
      ["2026-13-01", "x", 7, "2026", "Jan 2 2026"],
      'must be an ISO 8601 time such as 2026-01-02T03:04:05Z, not "2026-13-01"',
    ],
    [readJson, [1, [null]], [undefined], "must be JSON, but it is undefined"],
    [readJsonObject, [{ a: 1 }, '{"a":1}'], ["[1]", "{", 7], 'must be a JSON object, or the text of one, not "[1]"'],
  ] as const)("%# accepts valid values, and describes others", (read, valid, invalid, problem) => {
    expect(valid.map((value) => "value" in read(value))).toEqual(valid.map(() => true));
    expect(invalid.map((value) => "problem" in read(value))).toEqual(invalid.map(() => true));
    expect(read(invalid[0])).toEqual({ problem });
  });

  it("of globs splits a text at commas", () => expect(readGlobs("a, b")).toEqual({ value: ["a", "b"] }));

  it.each([
    ["x".repeat(60), `"${"x".repeat(60)}"`],
    ["x".repeat(61), "a text of 61 characters"],
    [1.5, "1.5"],
    [false, "false"],
    [null, "null"],
    [[], "a list"],
    [{}, "an object"],
    [undefined, "a value of type undefined"],
    [1n, "a value of type bigint"],
  ])("describes %# by its value or type", (value, text) => expect(describeValue(value)).toBe(text));
});

describe("unknown fields", () => {
  const find = (...names: readonly string[]) =>
    findUnknownFields(new Map(names.map((name) => [name, 1])), new Set(["tool_targets", "id"]));

  it("are named up to five", () => {
    expect(find("id")).toBeUndefined();
    expect(find("id", "b", "a")).toEqual({ first: "b", names: '"b", "a"', problems: [] });
    expect(find("a", "b", "c", "d", "e")?.names).toBe('"a", "b", "c", "d", "e"');
    expect(find("a", "b", "c", "d", "e", "f")?.names).toBe('"a", "b", "c", "d", "e" and 1 more');
    expect(find("k".repeat(40))?.names).toBe(`"${"k".repeat(40)}"`);
    expect(find("k".repeat(41))?.names).toBe(`"${"k".repeat(40)}…"`);
  });

  it.each(["toolTargets", "tool-targets", "TOOL_TARGET"])("are problems if they are misspelled: %s", (name) => {
    expect(find(name)?.problems).toEqual([`"${name}": is unknown; did you mean \`tool_targets\`?`]);
  });

  it("report at most five misspelled names", () => {
    expect(find("Id", "iD", "ID", "i_d", "i-d", "ids")?.problems).toHaveLength(5);
  });
});

it("two names of a field must have the same value, or the same list", () => {
  const table = { globs: { names: ["globs", "file_match_pattern"], read: (value: unknown) => ({ value }) } };
  const read = (first: unknown, second: unknown) => {
    const problems: string[] = [];
    const values = readFields(
      new Map([
        ["globs", first],
        ["file_match_pattern", second],
      ]),
      table,
      problems,
    );
    return [values["globs"], problems];
  };
  expect(read(["a", "b"], ["a", "b"])).toEqual([["a", "b"], []]);
  expect(read(["a", "b"], "a,b")).toEqual([["a", "b"], []]);
  expect(read(["a"], ["b"])).toEqual([["a"], ["file_match_pattern: is a list, but `globs` is a list; send one of them"]]);
  expect(read("a", "b")).toEqual(["a", ['file_match_pattern: is "b", but `globs` is "a"; send one of them']]);
});
