import { expect, it } from "vitest";
import { nestMarkdown } from "./nest-markdown.ts";

it.each([
  ["demotes all headings by the same number of levels", "# A\n## B\ntext\n# C", "#### A\n##### B\ntext\n#### C"],
  ["does not change headings that are low enough", "#### A\n##### B", "#### A\n##### B"],
  ["demotes no heading below level 6", "# A\n#### B", "#### A\n###### B"],
  ["demotes a heading after a paragraph", "text\n## B", "text\n#### B"],
  ["converts setext headings to ATX headings", "A\n===\ntext\n\nB\n---\nmore", "#### A\ntext\n\n##### B\nmore"],
  ["recognises a setext underline of one character", "A\n=\n\nB\n-", "#### A\n\n##### B"],
  ["recognises a setext underline after an indented paragraph line", "A\n    B\n===", "A\n#### B"],
  ["does not change a thematic break", "text\n\n---\n\nmore", "text\n\n---\n\nmore"],
  [
    "does not change a list, a block quote and a table",
    "- a\n---\n\n> a\n---\n\n| a |\n---",
    "- a\n---\n\n> a\n---\n\n| a |\n---",
  ],
  ["does not change comments in code", "```sh\n# not a heading\n```\n\n    # code", "```sh\n# not a heading\n```\n\n    # code"],
  ["does not change text after # without a space", "#hashtag\n#!shebang", "#hashtag\n#!shebang"],
  ["closes an unclosed code fence", "text\n```ts\n# x", "text\n```ts\n# x\n```"],
  ["closes a fence with as many characters as it was opened with", "````\n```\n# x", "````\n```\n# x\n````"],
  ["does not close a fence with a shorter one", "~~~~\n~~~\n# x\n~~~~\n# A", "~~~~\n~~~\n# x\n~~~~\n#### A"],
  ["does not treat inline code as a fence", "```a```\n# A", "```a```\n#### A"],
  ["accepts LF, CRLF and CR", "# A\r\n# B\r# C", "#### A\n#### B\n#### C"],
  ["trims surrounding white space", "\n\n  text\n\n", "text"],
  ["returns an empty text for white space", " \n", ""],
])("%s", (_, text, nested) => {
  expect(nestMarkdown(text, 3)).toBe(nested);
});
