import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../test/arbitraries.ts";
import { extractContent, joinFrontMatter, detectLineBreak, splitFrontMatter } from "./front-matter.ts";

/** The main parts, and the anomalies as `code@line`. */
function split(text: string) {
  const { found, header, body, headerLine, bodyLine, anomalies } = splitFrontMatter(text);
  return {
    found,
    header,
    body,
    headerLine,
    bodyLine,
    anomalies: anomalies.map(({ code, line }) => `${code.replace("front-matter/", "")}@${line}`),
  };
}

describe("splitFrontMatter", () => {
  it.each([
    // title, text, header, body, header line, body line
    ["a typical file", "---\nname: a\n---\n\nText\n", "name: a\n", "\nText\n", 2, 4],
    ["a byte order mark", "\uFEFF---\nname: a\n---\nText", "name: a\n", "Text", 2, 4],
    ["CRLF", "---\r\nname: a\r\n---\r\nText\r\n", "name: a\r\n", "Text\r\n", 2, 4],
    ["CR", "---\rname: a\r---\rText", "name: a\r", "Text", 2, 4],
    ["mixed line breaks", "---\r\nname: a\n---\rText", "name: a\n", "Text", 2, 4],
    ["spaces after the fences", "---  \nname: a\n--- \t\nText", "name: a\n", "Text", 2, 4],
    ["three dots as the closing fence", "---\nname: a\n...\nText", "name: a\n", "Text", 2, 4],
    ["an empty front matter", "---\n---\nText", "", "Text", 2, 3],
    ["nothing after the closing fence", "---\nname: a\n---", "name: a\n", "", 2, 4],
    ["a thematic break in the text", "---\nname: a\n---\nText\n\n---\n\nmore", "name: a\n", "Text\n\n---\n\nmore", 2, 4],
    ["four dashes in the header", "---\nname: a\n----\nb: c\n---\nText", "name: a\n----\nb: c\n", "Text", 2, 6],
  ])("splits %s without anomalies", (_, text, header, body, headerLine, bodyLine) => {
    expect(split(text)).toEqual({ found: true, header, body, headerLine, bodyLine, anomalies: [] });
  });

  it.each([
    ["blank lines before the front matter", "\n \n---\nname: a\n---\nText", "name: a\n", "Text", 4, 6, ["leading-blank@3"]],
    [
      "text on the line of the closing fence",
      "---\nname: a\n---# Title\nText",
      "name: a\n",
      "# Title\nText",
      2,
      3,
      ["glued-fence@3"],
    ],
    ["two front matters", "---\na: b\n---\n\n---\nc: d\n---\nText", "a: b\n", "\n---\nc: d\n---\nText", 2, 4, ["double@5"]],
    ["no closing fence", "---\nname: a\n  more\n# Title\n\nText", "name: a\n  more\n", "# Title\n\nText", 2, 4, ["unclosed@1"]],
    ["no closing fence and no text", "---\nname: a\nglobs:\n- b", "name: a\nglobs:\n- b", "", 2, 4, ["unclosed@1"]],
  ])("reports an anomaly for %s, and splits it", (_, text, header, body, headerLine, bodyLine, anomalies) => {
    expect(split(text)).toEqual({ found: true, header, body, headerLine, bodyLine, anomalies });
  });

  it.each([
    ["plain text", "Text\n---\nmore", []],
    ["an empty file", "", []],
    ["only a byte order mark", "\uFEFF", []],
    ["a thematic break at the start", "----\nname: a\n---\n", []],
    ["a front matter inside a code fence", "```\n---\nname: a\n---\n```\n", []],
    ["literal `\\n` instead of line breaks", "---\\nname: a\\n---\\nText", ["literal-newlines@1"]],
    ["keys without an opening fence", "description: a\nglobs: b\n---\nText", ["no-opening-fence@1"]],
  ])("finds no front matter in %s", (_, text, anomalies) => {
    const body = text.replace("\uFEFF", "");
    expect(split(text)).toEqual({ found: false, header: "", body, headerLine: 1, bodyLine: 1, anomalies });
  });
});

describe("joinFrontMatter", () => {
  const line = fc.constantFrom("---", "--- ", "...", "---# x", "name: a", "\uFEFF---", "", "- a", "# b", "text", "----");
  const lines = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r", "")), { maxLength: 8 });

  it("restores every text byte for byte", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          lines.map((parts) => parts.flat().join("")),
        ),
        (text) => {
          expect(joinFrontMatter(splitFrontMatter(text))).toBe(text);
        },
      ),
    );
  });
});

describe("extractContent", () => {
  it.each([
    ["---\nname: a\n---\n\nText\n", "Text\n"],
    ["---\nname: a\n---\nText", "Text"],
    ["---\nname: a\n---\n\n\nText", "\nText"],
    ["---\r\nname: a\r\n---\r\n \r\nText", "Text"],
    ["---\nname: a\n---\n  indented", "  indented"],
    ["---\nname: a\n---", ""],
  ])("of %j returns %j", (text, content) => {
    expect(extractContent(splitFrontMatter(text))).toBe(content);
  });
});

it.each([
  ["a\r\nb\n", "\r\n"],
  ["a\nb\r\n", "\n"],
  ["a\rb", "\r"],
  ["a", "\n"],
])("detects the first line break of %j", (text, eol) => {
  expect(detectLineBreak(text)).toBe(eol);
});
