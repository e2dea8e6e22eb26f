import { describe, expect, it } from "vitest";
import { blocksInMarkdown, blocksInSource } from "./extract.ts";

const fence = "```";

describe("finding examples", () => {
  it("finds blocks of TypeScript in Markdown, with the line of their code", () => {
    const text = `# Title\n\n${fence}ts\nconst a = 1;\n\nuse(a);\n${fence}\n\n${fence}sh\nls\n${fence}\n\n${fence}ts unchecked: a fragment\nb\n${fence}\n`;
    expect(blocksInMarkdown("a.md", text)).toEqual([
      { file: "a.md", line: 4, column: 0, code: "const a = 1;\n\nuse(a);\n", info: "" },
      { file: "a.md", line: 14, column: 0, code: "b\n", info: "unchecked: a fragment" },
    ]);
  });

  it("finds blocks in doc comments, without the margin, and nowhere else in a source file", () => {
    const text = `const text = \`\n${fence}ts\nno\n${fence}\`;\n/**\n * Adds.\n *\n * @example\n * ${fence}ts\n * if (yes) {\n *   go();\n *\n * }\n * ${fence}\n */\n`;
    expect(blocksInSource("a.ts", text)).toEqual([
      { file: "a.ts", line: 10, column: 3, code: "if (yes) {\n  go();\n\n}\n", info: "" },
    ]);
  });

  it("refuses a block without an end", () =>
    expect(() => blocksInMarkdown("a.md", `${fence}ts\nno\n`)).toThrow("a.md:1: the block of code has no end"));
});
