import { describe, expect, it } from "vitest";
import { insertChild, insertRoot } from "./insert-json.ts";
import { isProblem, nodeAt, parseJsonDocument } from "./json-document.ts";

/** Adds the member `"new": [1]` to an object. */
function insertInto(text: string, ...path: readonly string[]): string {
  const document = parseJsonDocument(text);
  const node = isProblem(document) ? undefined : nodeAt(document, path);
  if (isProblem(document) || node?.type !== "Object") throw new Error(`There is no object in ${text}.`);
  return insertChild({ text, insertions: [] }, document, node, [1], "new").text;
}

describe("a member that is inserted", () => {
  it.each([
    ["an empty object", "{}", [], '{\n  "new": [\n    1\n  ]\n}'],
    ["an object on one line", '{"a": 1}', [], '{"a": 1,"new":[1]}'],
    ["lines with two spaces", '{\n  "a": 1\n}\n', [], '{\n  "a": 1,\n  "new": [\n    1\n  ]\n}\n'],
    ["lines with tabs", '{\n\t"a": 1\n}\n', [], '{\n\t"a": 1,\n\t"new": [\n\t\t1\n\t]\n}\n'],
    ["lines of Windows", '{\r\n  "a": 1\r\n}\r\n', [], '{\r\n  "a": 1,\r\n  "new": [\r\n    1\r\n  ]\r\n}\r\n'],
    ["an empty object of two lines", '{\n  "a": {\n  }\n}', ["a"], '{\n  "a": {\n    "new": [\n      1\n    ]\n  }\n}'],
    ["an inner object on one line", '{\n  "a": {"b": 2}\n}', ["a"], '{\n  "a": {"b": 2,\n    "new": [\n      1\n    ]\n  }\n}'],
    ["an object with a trailing comma", '{\n  "a": 1,\n}', [], '{\n  "a": 1,\n  "new": [\n    1\n  ],\n}'],
    ["an object with a last comment", '{\n  "a": 1 // one\n}', [], '{\n  "a": 1, // one\n  "new": [\n    1\n  ]\n}'],
  ])("has the layout of %s", (_, text, path, expected) => expect(insertInto(text, ...path)).toBe(expected));

  it.each([
    ["", '{\n  "a": 1\n}\n'],
    ["// empty\r\n", '// empty\r\n{\r\n  "a": 1\r\n}\r\n'],
    ["// empty", '// empty\n{\n  "a": 1\n}\n'],
  ])("is the root of a text without a value: %j", (text, expected) =>
    expect(insertRoot({ text, insertions: [] }, { a: 1 }).text).toBe(expected),
  );
});
