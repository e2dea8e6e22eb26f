import { expect, it } from "vitest";
import { nestMarkdown } from "./nest-markdown.ts";

it.each([
  [
    "moves headings down until the highest fits, and keeps their distance",
    "# A\n## B\ntext\n# C",
    "#### A\n##### B\ntext\n#### C",
  ],
  ["leaves headings that are low enough", "#### A\n##### B", "#### A\n##### B"],
  ["moves no heading beyond the sixth level", "# A\n#### B", "#### A\n###### B"],
  ["knows a heading in the middle of a text", "text\n## B", "text\n#### B"],
  ["turns underlined headings into marked ones", "A\n===\ntext\n\nB\n---\nmore", "#### A\ntext\n\n##### B\nmore"],
  ["knows an underline of one sign", "A\n=\n\nB\n-", "#### A\n\n##### B"],
  ["knows an underline below an indented line of a paragraph", "A\n    B\n===", "A\n#### B"],
  ["leaves a rule between paragraphs", "text\n\n---\n\nmore", "text\n\n---\n\nmore"],
  ["leaves a list, a quote and a table alone", "- a\n---\n\n> a\n---\n\n| a |\n---", "- a\n---\n\n> a\n---\n\n| a |\n---"],
  ["leaves comments in code", "```sh\n# not a heading\n```\n\n    # code", "```sh\n# not a heading\n```\n\n    # code"],
  ["leaves words behind a sign without a space", "#hashtag\n#!shebang", "#hashtag\n#!shebang"],
  ["closes a code fence that is left open", "text\n```ts\n# x", "text\n```ts\n# x\n```"],
  ["closes the fence that is open, with its own marks", "````\n```\n# x", "````\n```\n# x\n````"],
  ["takes no shorter fence as its end", "~~~~\n~~~\n# x\n~~~~\n# A", "~~~~\n~~~\n# x\n~~~~\n#### A"],
  ["takes code in one line as no fence", "```a```\n# A", "```a```\n#### A"],
  ["reads every kind of line break", "# A\r\n# B\r# C", "#### A\n#### B\n#### C"],
  ["takes the space around away", "\n\n  text\n\n", "text"],
  ["makes nothing of nothing", " \n", ""],
])("%s", (_, text, nested) => {
  expect(nestMarkdown(text, 3)).toBe(nested);
});
