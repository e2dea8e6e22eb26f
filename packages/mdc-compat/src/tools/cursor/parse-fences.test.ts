import type { Inclusion } from "@precept/core";
import { expect, it } from "vitest";
import { parseCursorRule } from "./parse.ts";

interface Shape {
  readonly title: string;
  readonly text: string;
  readonly inclusion: Inclusion;
  readonly content: string;
  /** `code line:column` */
  readonly reported: readonly string[];
}

const shapes: readonly Shape[] = [
  {
    title: "an ordinary file",
    text: "---\nalwaysApply: true\n---\n\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: [],
  },
  {
    title: "a file without a blank line below the fence",
    text: "---\nalwaysApply: true\n---\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: [],
  },
  {
    title: "a file with a byte order mark",
    text: "\uFEFF---\nalwaysApply: true\n---\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: [],
  },
  {
    title: "Windows line breaks",
    text: "---\r\nglobs: a/b.ts\r\nalwaysApply: true\r\n---\r\n\r\n# T\r\n",
    inclusion: "always",
    content: "# T\r\n",
    reported: ["cursor/ignored-globs 2:8"],
  },
  {
    title: "carriage returns as line breaks",
    text: "---\ralwaysApply: true\r---\r# T\r",
    inclusion: "always",
    content: "# T\r",
    reported: [],
  },
  {
    title: "mixed line breaks",
    text: "---\r\ndescription: D\nalwaysApply: true\r---\n# T\r\n",
    inclusion: "always",
    content: "# T\r\n",
    reported: [],
  },
  {
    title: "spaces after the fences",
    text: "--- \nalwaysApply: true\n---\t\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: [],
  },
  {
    title: "front matter closed with dots",
    text: "---\nalwaysApply: true\n...\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: [],
  },
  {
    title: "a file that ends with the fence",
    text: "---\nalwaysApply: true\n---",
    inclusion: "always",
    content: "",
    reported: [],
  },
  { title: "empty front matter", text: "---\n---\n# T\n", inclusion: "manual", content: "# T\n", reported: [] },
  { title: "an empty file", text: "", inclusion: "manual", content: "", reported: ["cursor/no-front-matter 1:1"] },
  {
    title: "a file without front matter",
    text: "# T\n\nText\n",
    inclusion: "manual",
    content: "# T\n\nText\n",
    reported: ["cursor/no-front-matter 1:1"],
  },
  {
    title: "a horizontal rule on the first line",
    text: "----\nalwaysApply: true\n----\n# T\n",
    inclusion: "manual",
    content: "----\nalwaysApply: true\n----\n# T\n",
    reported: ["cursor/no-front-matter 1:1"],
  },
  {
    title: "front matter in a code block",
    text: "# T\n\n```md\n---\nalwaysApply: true\n---\n```\n",
    inclusion: "manual",
    content: "# T\n\n```md\n---\nalwaysApply: true\n---\n```\n",
    reported: ["cursor/no-front-matter 1:1"],
  },
  {
    title: "horizontal rules in the text",
    text: "---\nalwaysApply: true\n---\n# T\n\n---\n\nMore\n",
    inclusion: "always",
    content: "# T\n\n---\n\nMore\n",
    reported: [],
  },
  {
    title: "blank lines before the front matter",
    text: "\n \n---\nglobs: a/b.ts\nalwaysApply: true\n---\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: ["front-matter/leading-blank 3:1", "cursor/ignored-globs 4:8"],
  },
  {
    title: "a title directly after the closing fence",
    text: "---\nalwaysApply: true\n---# T\n\nText\n",
    inclusion: "always",
    content: "# T\n\nText\n",
    reported: ["front-matter/glued-fence 3:1"],
  },
  {
    title: "front matter that is not closed",
    text: "---\ndescription: D\nalwaysApply: true\n\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: ["front-matter/unclosed 1:1"],
  },
  {
    title: "two front matter blocks",
    text: "---\nalwaysApply: true\n---\n---\nglobs: a/b.ts\n---\n# T\n",
    inclusion: "always",
    content: "---\nglobs: a/b.ts\n---\n# T\n",
    reported: ["front-matter/double 4:1"],
  },
  {
    title: "keys without an opening fence",
    text: "alwaysApply: true\n---\n# T\n",
    inclusion: "manual",
    content: "alwaysApply: true\n---\n# T\n",
    reported: ["front-matter/no-opening-fence 1:1"],
  },
  {
    title: "line breaks as escape sequences",
    text: "---\\nalwaysApply: true\\n---\\n# T\n",
    inclusion: "manual",
    content: "---\\nalwaysApply: true\\n---\\n# T\n",
    reported: ["front-matter/literal-newlines 1:1"],
  },
  {
    title: "tabs in the front matter",
    text: "---\nglobs:\ta/b.ts\nalwaysApply:\ttrue\t\n---\n# T\n",
    inclusion: "always",
    content: "# T\n",
    reported: ["cursor/ignored-globs 2:8"],
  },
];

it.each(shapes)("reads $title", ({ text, inclusion, content, reported }) => {
  const { draft, diagnostics } = parseCursorRule({ text, path: "t.mdc", file: "t.mdc" });
  expect(draft).toMatchObject({ inclusion, content });
  expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(reported);
});

it("reports no errors, because Cursor uses every file", () => {
  const all = shapes.flatMap(({ text }) => parseCursorRule({ text, path: "t.mdc", file: "t.mdc" }).diagnostics);
  expect(all.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(all.length).toBeGreaterThan(10);
});
