import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeContext } from "./compose-context.ts";
import { appendMemoryEntry } from "./memory/append-memory.ts";
import { readMarkdownLines } from "./memory/markdown-lines.ts";
import { allFiles, createAgentDirectory } from "../test/agent-directory.ts";

describe("the prompt section of a context", () => {
  it("has each file below its path, in load order, with its headings nested", async () => {
    const { load } = await createAgentDirectory({ ...allFiles, "AGENTS.md": "# Title\n\nText\n", "TOOLS.md": " \n" });
    const { context, files } = await load("main");
    expect(composeContext(context, files)).toMatchInlineSnapshot(`
      "## Agent Context

      These files say who you are, whom you work for and what you remember:

      ### AGENTS.md

      #### Title

      Text

      ### SPIRIT.md

      text of SPIRIT.md

      ### OWNER.md

      text of OWNER.md

      ### memory/2026-02-15.md

      text of memory/2026-02-15.md

      ### memory/2026-02-14.md

      text of memory/2026-02-14.md

      ### MEMORY.md

      text of MEMORY.md
      "
    `);
  });

  it("has notes on cut texts, and no comments of memory entries", async () => {
    const { dir, load } = await createAgentDirectory({ "AGENTS.md": "a".repeat(2_000), "SPIRIT.md": "s", "OWNER.md": "o" });
    await appendMemoryEntry(dir, { content: "a\nb" });
    const { context, files } = await load("main", { maxFileCharacters: 700 });
    const prompt = composeContext(context, files);
    expect(prompt).toContain("### AGENTS.md (the last 1,300 characters are omitted)\n");
    expect(prompt).toMatch(/- a b\n$/);
  });

  it("has no other headings of its levels, whatever the files contain", async () => {
    const { load, write } = await createAgentDirectory({ "SPIRIT.md": "s", "OWNER.md": "o" });
    const parts = fc.constantFrom(
      "# a",
      "## Agent Context",
      "### MEMORY.md",
      "###",
      "Title\n===",
      "Title\n---",
      "```",
      "~~~",
      "- x",
      "> q",
      "\n",
      "\r\n",
      "\r",
      " ",
      "text",
    );
    const texts = fc.array(parts, { maxLength: 8 }).map((all) => all.join("\n"));
    await fc.assert(
      fc.asyncProperty(texts, texts, async (agents, tools) => {
        await write("AGENTS.md", `a\n${agents}`);
        await write("TOOLS.md", `t\n${tools}`);
        const { context, files } = await load("shared");
        const { lines } = readMarkdownLines(composeContext(context, files));
        const high = lines.flatMap(({ heading }) => (heading !== undefined && heading.level <= 3 ? [heading.title] : []));
        expect(high).toEqual(["Agent Context", "AGENTS.md", "SPIRIT.md", "OWNER.md", "TOOLS.md"]);
      }),
    );
  });

  it("is empty without texts", async () => {
    const { load } = await createAgentDirectory({ "AGENTS.md": "", "SPIRIT.md": " ", "OWNER.md": "\n" });
    expect(composeContext((await load("main")).context)).toBe("");
  });
});
