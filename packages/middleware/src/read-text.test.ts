import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readText } from "./read-text.ts";
import { readToolArguments, toJson } from "./to-json.ts";

it.each([
  ["a string", "Fix it", "Fix it"],
  ["parts of LangChain, Anthropic and the AI SDK", [{ type: "text", text: "Fix" }, { type: "image", url: "a" }, "it"], "Fix\nit"],
  [
    "parts of OpenAI",
    [
      { type: "input_text", text: "Fix" },
      { type: "input_image", image_url: "a" },
    ],
    "Fix",
  ],
  ["a message of Mastra", { format: 2, parts: [{ type: "text", text: "Fix" }, { type: "step-start" }] }, "Fix"],
  ["nested content", [{ type: "tool_result", content: [{ type: "text", text: "Fix" }] }], "Fix"],
  ["no content", undefined, ""],
  ["a part with another text", [{ type: "text", text: 7 }], ""],
])("reads the text of %s", (_, content, text) => {
  expect(readText(content)).toBe(text);
});

it("reads any content without an error", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (content) => {
      expect(typeof readText(content)).toBe("string");
      expect(() => JSON.stringify(toJson(content))).not.toThrow();
    }),
  );
});

it("reads content that contains itself", () => {
  const content: unknown[] = ["Fix"];
  content.push(content);
  expect(readText(content)).toContain("Fix");
  expect(toJson({ content })).toEqual({ content: ["Fix", null] });
});

it("converts the values of programs to data", () => {
  const value = {
    at: new Date(0),
    big: 7n,
    bytes: new Uint8Array(3),
    map: new Map([["a", 1]]),
    nan: Number.NaN,
    none: undefined,
  };
  expect(toJson(value)).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    big: "7",
    bytes: null,
    map: [["a", 1]],
    nan: "NaN",
    none: null,
  });
});

it("refuses data that is nested too deeply to be checked", () => {
  let value: unknown = "secret";
  for (let depth = 0; depth < 1000; depth += 1) value = [value];
  expect(() => toJson(value)).toThrow("more than 500 levels");
  expect(readToolArguments(value)).toBeNull();
});

it("reads the arguments of a tool call from an object and from its JSON text", () => {
  expect(readToolArguments({ path: "a.sql" })).toEqual({ path: "a.sql" });
  expect(readToolArguments('{"path":"a.sql"}')).toEqual({ path: "a.sql" });
  expect(readToolArguments('{"path":"a.s')).toBeNull();
});
