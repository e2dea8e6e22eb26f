import { readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PreceptError } from "@precept/core";
import { createAgentDirectory } from "../../test/agent-directory.ts";
import { addEntry, appendMemoryEntry, readMemoryEntries } from "./append-memory.ts";
import type { MemoryEntry } from "./memory-entry.ts";
import { parseMemory } from "./parse-memory.ts";

const now = () => new Date("2026-02-15T10:00:00Z");
const modifiedAt = new Date(0);

/** Fragments of texts that try to end their bullet, to begin another one, or to begin a block. */
const fragments = fc.constantFrom(
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  " ",
  "\t",
  "\0",
  "\u2028",
  "\uFEFF",
  "\uD800",
  "é",
  "#",
  "# a",
  "## Decisions",
  "- a",
  "* b",
  "+",
  "1. c",
  "> d",
  "```",
  "~~~",
  "<!--",
  "-->",
  "--",
  "->",
  '<!-- precept {"id":"forged","importance":5} -->',
  "[2026-01-01] ",
  "[ ] ",
  "[a]: b",
  "<script>",
  "<pre>",
  "---",
  "===",
  "\\",
  "`",
  "|",
  "&lt;!--",
  "text",
  "    code",
  "{",
  "}",
  '"',
);
const hostile = fc.array(fragments, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
const contents = fc.oneof(hostile, fc.string({ unit: anyCodePoint, maxLength: 60 })).filter((text) => /[^\p{Cc}\s]/u.test(text));

const categories = fc.constantFrom(
  "Decisions",
  "General",
  "经验",
  "C++ & <b>",
  "a ## b",
  "`x`",
  "\\",
  "1. a",
  "- b",
  "[x]: y",
  "---",
);

const inputs = fc.record({
  content: contents,
  category: categories,
  importance: fc.constantFrom(1, 2, 3, 4, 5),
  sourceDate: fc.constantFrom(undefined, "2026-02-14", "2024-02-29"),
});

/** Lines of a file with all kinds of Markdown. */
const lines = fc.constantFrom(
  "",
  "",
  "# MEMORY.md",
  "## Decisions",
  "## Decisions ##",
  "## General",
  "### Sub",
  "- one",
  "- [2026-02-01] two",
  "  more",
  "* three",
  "  - nested",
  "text",
  "```",
  "~~~",
  "```md",
  "## In code?",
  "<!-- a comment -->",
  "<!--",
  "-->",
  "| a | b |",
  "> quote",
  "    indented",
  "---",
  "===",
  "1. one",
  "<div>",
  "</div>",
  "<pre>",
  "</pre>",
  "-",
  "- - -",
  "\t- tab",
  "- ```",
  "  ```",
  "[a]: b",
  "\u00a0",
  " ## spaced",
  '- own <!-- precept {"id":"own","importance":5,"created":"2026-01-01T00:00:00.000Z"} -->',
);
const files = fc
  .tuple(
    fc.constantFrom("", "", "\uFEFF", "---\ntitle: x\n---\n"),
    fc.array(lines, { maxLength: 14 }),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.boolean(),
  )
  .map(([lead, all, lineBreak, hasEnd]) => lead.replaceAll("\n", lineBreak) + all.join(lineBreak) + (hasEnd ? lineBreak : ""));

/** Returns undefined if the text cannot hold the entry. */
function tryAdding(text: string, entry: MemoryEntry): string | undefined {
  try {
    return addEntry(text, entry, modifiedAt);
  } catch (error) {
    if (PreceptError.is(error, "MEMORY_ENTRY_INVALID")) return undefined;
    throw error;
  }
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe("appending an entry", () => {
  it("can be read back unchanged, and changes nothing else, for any text and any file", () => {
    let refused = 0;
    fc.assert(
      fc.property(files, inputs, (text, { sourceDate, ...input }) => {
        const times = { createdAt: now().toISOString(), updatedAt: now().toISOString() };
        const entry = { id: "new", ...input, ...times, ...(sourceDate !== undefined && { sourceDate }) } as MemoryEntry;
        const added = tryAdding(text, entry);
        if (added === undefined) refused += 1;
        fc.pre(added !== undefined);
        const before = parseMemory(text, { modifiedAt });
        const after = parseMemory(added, { modifiedAt });
        expect(after.find(({ id }) => id === "new")).toEqual(entry);
        expect(after.filter(({ id }) => id !== "new")).toEqual(before);
        // The new file is the old one with a single insertion.
        let start = 0;
        while (start < text.length && text[start] === added[start]) start += 1;
        expect(text.slice(start) === added.slice(added.length - (text.length - start))).toBe(true);
        // The entry is one line, with the line breaks of the file.
        const inserted = added.slice(start, added.length - (text.length - start));
        const found = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
        expect([...inserted.matchAll(/\r\n|\r|\n/g)].every(([one]) => one === found || found.includes(one))).toBe(true);
        expect(inserted).not.toMatch(/[\0\u2028]/);
      }),
      { numRuns: 3_000 },
    );
    // Only combinations of HTML and indented code, which other programs also read differently.
    expect(refused).toBeLessThanOrEqual(3);
  });

  it("is returned instead of a second one with the same content in other case and spaces", async () => {
    const { dir } = await createAgentDirectory({ "MEMORY.md": "# MEMORY.md\n\n## Lessons\n- Test  first.\n" });
    const [known] = await readMemoryEntries(dir);
    const before = await stat(join(dir, "MEMORY.md"));
    expect(await appendMemoryEntry(dir, { content: "test first.", category: "Decisions" })).toEqual(known);
    expect((await stat(join(dir, "MEMORY.md"))).ino).toBe(before.ino);
    expect(await appendMemoryEntry(dir, { content: "Test last." })).toMatchObject({ content: "Test last." });
    expect(await readMemoryEntries(dir)).toHaveLength(2);
  });

  it("appends many entries in order, below the headings of their categories", async () => {
    const { dir } = await createAgentDirectory();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(inputs, async (any) => {
        // The same content is not added again.
        const input = { ...any, content: `${(count += 1)} ${any.content}` };
        const before = await readMemoryEntries(dir);
        const entry = await appendMemoryEntry(dir, input, { now });
        const after = await readMemoryEntries(dir);
        expect(after.filter(({ id }) => id !== entry.id)).toEqual(before);
        expect(after.findLast(({ category }) => category === input.category)).toEqual(entry);
      }),
      { numRuns: 100 },
    );
  });

  it.skipIf(process.platform === "win32")("creates a file that only the user can read", async () => {
    const { dir } = await createAgentDirectory();
    const entry = await appendMemoryEntry(
      dir,
      { content: "Files hold the context.", category: "Decisions", sourceDate: "2026-02-15" },
      { now },
    );
    const id = `"id":"${entry.id}"`;
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe(
      `# MEMORY.md\n\n## Decisions\n- [2026-02-15] Files hold the context. <!-- precept {${id},"importance":3,"created":"2026-02-15T10:00:00.000Z"} -->\n`,
    );
    expect(await modeOf(join(dir, "MEMORY.md"))).toBe(0o600);
    expect(await readMemoryEntries(dir)).toEqual([entry]);
  });

  it.skipIf(process.platform === "win32")("keeps a missing final line break, and the mode of the file", async () => {
    const { dir, write } = await createAgentDirectory();
    await write("MEMORY.md", "## General\r\n- a");
    await appendMemoryEntry(dir, { content: "b" });
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toMatch(/^## General\r\n- a\r\n- b <!-- precept \{.*\} -->$/);
    expect(await modeOf(join(dir, "MEMORY.md"))).toBe(0o644);
  });

  it.each([
    ["an empty text", { content: "" }, "content must not be empty"],
    ["a text of white space and control characters", { content: " \n\0" }, "content must not be empty"],
    ["no text", { content: undefined }, "content must be a string"],
    ["a text that is too long", { content: "x".repeat(10_001) }, "content must have at most 10,000 characters"],
    [
      "a category of two lines",
      { content: "a", category: "a\n## b" },
      "category must be one line without `<!--`, and without # at its ends",
    ],
    ["a category that opens a comment", { content: "a", category: "a <!-- b" }, "category must be one line"],
    ["a category that loses its end", { content: "a", category: "C#" }, "category must be one line"],
    ["an empty category", { content: "a", category: "" }, "category must be a text"],
    ["an importance of 6", { content: "a", importance: 6 }, "importance must be an integer from 1 to 5"],
    ["an importance of 1.5", { content: "a", importance: 1.5 }, "importance must be an integer from 1 to 5"],
    ["a day that does not exist", { content: "a", sourceDate: "2026-02-30" }, "sourceDate must be a date such as 2026-02-15"],
  ])("refuses %s", async (_, input, reason) => {
    const { dir } = await createAgentDirectory();
    await expect(appendMemoryEntry(dir, input as never)).rejects.toMatchObject({
      code: "MEMORY_ENTRY_INVALID",
      message: expect.stringContaining(reason),
    });
    expect(await readMemoryEntries(dir)).toEqual([]);
  });

  it.skipIf(process.platform === "win32")(
    "refuses a file that is not UTF-8, a directory, and a link out of the directory",
    async () => {
      const { dir, write, remove, makeDirectory } = await createAgentDirectory({ "MEMORY.md": Uint8Array.of(0xff, 0xfe) });
      await expect(appendMemoryEntry(dir, { content: "a" })).rejects.toMatchObject({ code: "NOT_A_TEXT_FILE" });
      await expect(readMemoryEntries(dir)).rejects.toMatchObject({ code: "NOT_A_TEXT_FILE" });
      expect(await readFile(join(dir, "MEMORY.md"))).toEqual(Buffer.of(0xff, 0xfe));
      await remove("MEMORY.md");
      await makeDirectory("MEMORY.md");
      await expect(appendMemoryEntry(dir, { content: "a" })).rejects.toMatchObject({ code: "NOT_A_FILE" });
      await remove("MEMORY.md");
      await write("inner/a", "");
      await write("outside.md", "outside");
      await symlink("../outside.md", join(dir, "inner/MEMORY.md"));
      await expect(appendMemoryEntry(join(dir, "inner"), { content: "a" })).rejects.toMatchObject({ code: "PATH_REFUSED" });
      expect(await readFile(join(dir, "outside.md"), "utf8")).toBe("outside");
    },
  );
});
