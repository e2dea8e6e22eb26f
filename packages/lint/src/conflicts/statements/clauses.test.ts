import { describe, expect, it } from "vitest";
import { readLines, splitClauses } from "./clauses.ts";

const linesOf = (content: string) => [...readLines(content)];

describe("the lines of a text", () => {
  const texts = [
    "# Title\n\nText one.\r\n- item\n  continued\n",
    "Avoid:\n- a\n- b\n\nText",
    "Never:\n  text\n- item\nafter",
    "Always use:\n\n1. one\n   - nested\n2. two\n",
    "- Bad:\n  text\n  - deep\n- out",
    "```\ncode\n```\n- [ ] task\n> quote\n",
    "a\n```\nb\n```\nc\n~~~\nd",
    "## Avoid ##\n* x\n### Sub\n+ y\n## Other\nz",
    "| table | row |\n   \n\u{1F600} text",
  ];

  it("have their offsets, their headings and what the line above says about them", () => {
    const view = ({ text, start, headings, isHeading, stance }: ReturnType<typeof linesOf>[number]) =>
      `${start} ${isHeading ? "heading" : (stance ?? "plain")} ${JSON.stringify(text)} ${headings.join(" > ")}`.trimEnd();
    expect(texts.map((text) => linesOf(text).map(view))).toMatchInlineSnapshot(`
      [
        [
          "2 heading "Title" Title",
          "9 plain "Text one." Title",
          "22 plain "item" Title",
          "29 plain "continued" Title",
        ],
        [
          "0 plain "Avoid:"",
          "9 against "a"",
          "13 against "b"",
          "16 plain "Text"",
        ],
        [
          "0 plain "Never:"",
          "9 against "text"",
          "16 against "item"",
          "21 plain "after"",
        ],
        [
          "0 plain "Always use:"",
          "16 plain "one"",
          "25 plain "nested"",
          "35 plain "two"",
        ],
        [
          "2 plain "Bad:"",
          "9 unclear "text"",
          "18 unclear "deep"",
          "25 plain "out"",
        ],
        [
          "19 plain "task"",
          "26 plain "quote"",
        ],
        [
          "0 plain "a"",
          "12 plain "c"",
        ],
        [
          "3 heading "Avoid" Avoid",
          "14 against "x" Avoid",
          "20 heading "Sub" Avoid > Sub",
          "26 plain "y" Avoid > Sub",
          "31 heading "Other" Avoid > Other",
          "37 plain "z" Avoid > Other",
        ],
        [
          "20 plain "😀 text"",
        ],
      ]
    `);
    for (const content of texts)
      for (const { text, start } of linesOf(content)) expect(content.slice(start, start + text.length)).toBe(text);
  });

  it("are read up to 1,000 characters", () => {
    const read = (length: number) => linesOf(`${"x".repeat(length)}\ny`).map(({ text }) => text.length);
    expect(read(1000)).toEqual([1000, 1]);
    expect(read(1001)).toEqual([1]);
  });
});

describe("the clauses of a line", () => {
  it("have their offsets and the label of the line", () => {
    const lines = [
      "Use a; avoid b, but not c.",
      "Label: use tabs.",
      "Examples: use tabs.",
      "Use: tabs",
      "X: y",
      "Use arrow functions. Never use classes!",
      "If a, use b. Use c",
      "Is this used? Yes. In tests use d",
      "**Bold:** text - with `dash` and never x",
      "Avoid e.g. this, and use [that](url).",
      "  ✅ Use a.",
    ];
    const clauses = lines.map((content) =>
      linesOf(content)
        .flatMap((line) => [...splitClauses(line)])
        .map(
          ({ text, start, end, label, stance }) =>
            `${start}-${end} ${label === "" ? "" : `${label}: `}${text}${stance === undefined ? "" : ` (${stance})`}`,
        ),
    );
    expect(clauses).toMatchInlineSnapshot(`
      [
        [
          "0-5 Use a",
          "7-14 avoid b",
          "20-25 not c",
        ],
        [
          "7-15 Label: use tabs",
        ],
        [
          "10-18 Examples: use tabs (unclear)",
        ],
        [
          "0-9 Use: tabs",
        ],
        [
          "0-4 X: y",
        ],
        [
          "0-19 Use arrow functions",
          "21-38 Never use classes",
        ],
        [
          "13-18 Use c",
        ],
        [
          "14-17 Yes",
        ],
        [
          "10-14 Bold: text",
          "17-28 Bold: with dash",
          "33-40 Bold: never x",
        ],
        [
          "0-9 Avoid e.g",
          "11-15 this",
          "17-36 and use that",
        ],
        [
          "2-9 Use a",
        ],
      ]
    `);
  });
});
