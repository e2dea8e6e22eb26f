import { link, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendDailyNote } from "./daily-note.ts";
import { readMarkdownLines } from "./memory/markdown-lines.ts";
import { createAgentDirectory, noon } from "../test/agent-directory.ts";

const clock = { now: () => noon, timeZone: "UTC" };

describe("a daily note", () => {
  it("is created with its date as heading and the section of the entry", async () => {
    const { dir } = await createAgentDirectory();
    expect(await appendDailyNote(dir, { content: "Woke up." }, clock)).toEqual({
      date: "2026-02-15",
      path: "memory/2026-02-15.md",
    });
    await appendDailyNote(dir, { content: "The cart is faster.", section: "Events" }, clock);
    await appendDailyNote(dir, { content: "Simple is best.", section: "Insights" }, clock);
    await appendDailyNote(dir, { content: "Released.\nVersion 2.", section: "Events" }, clock);
    await appendDailyNote(dir, { content: "Slept." }, clock);
    expect(await readFile(join(dir, "memory/2026-02-15.md"), "utf8")).toBe(
      "# 2026-02-15\n\n- Woke up.\n- Slept.\n\n## Events\n- The cart is faster.\n- Released.\n  Version 2.\n\n## Insights\n- Simple is best.\n",
    );
  });

  it("is for the current day of the time zone", async () => {
    const { dir } = await createAgentDirectory();
    const { date } = await appendDailyNote(
      dir,
      { content: "late" },
      { now: () => new Date("2026-02-15T20:00:00Z"), timeZone: "Asia/Shanghai" },
    );
    expect(date).toBe("2026-02-16");
  });

  it("preserves its other lines, and gets no headings from the texts of entries", async () => {
    const { dir } = await createAgentDirectory();
    const parts = fc.constantFrom(
      "\n",
      "## Events",
      "# a",
      "===",
      "---",
      "```",
      "<!--",
      "- b",
      "text",
      " ",
      "\0",
      "1. c",
      "> d",
      "~~~",
      "    e",
      "\r\n",
    );
    const contents = fc
      .array(parts, { minLength: 1, maxLength: 6 })
      .map((all) => all.join(""))
      .filter((text) => /[^\p{Cc}\s]/u.test(text));
    await fc.assert(
      fc.asyncProperty(contents, fc.constantFrom(undefined, "Events", "洞察"), async (content, section) => {
        const path = join(dir, "memory/2026-02-15.md");
        const before = await readFile(path, "utf8").catch(() => "");
        await appendDailyNote(dir, { content, section }, clock);
        const after = await readFile(path, "utf8");
        let start = 0;
        while (start < before.length && before[start] === after[start]) start += 1;
        expect(after.slice(after.length - (before.length - start))).toBe(before.slice(start));
        const titles = readMarkdownLines(after).lines.flatMap(({ heading }) => (heading === undefined ? [] : [heading.title]));
        expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
        expect(titles.every((title) => ["2026-02-15", "Events", "洞察"].includes(title))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["an empty text", { content: " " }],
    ["a text that is too long", { content: "x".repeat(10_001) }],
    ["a section of two lines", { content: "a", section: "b\n# c" }],
  ])("refuses %s", async (_, note) => {
    const { dir } = await createAgentDirectory();
    await expect(appendDailyNote(dir, note, clock)).rejects.toMatchObject({ code: "MEMORY_ENTRY_INVALID" });
  });

  it.skipIf(process.platform === "win32")(
    "is not written if it is MEMORY.md under another name, or outside the directory",
    async () => {
      const { dir, makeDirectory, remove } = await createAgentDirectory({ "MEMORY.md": "secret\n", "inner/a": "" });
      await makeDirectory("memory");
      await symlink("../MEMORY.md", join(dir, "memory/2026-02-15.md"));
      const refused = { code: "PATH_REFUSED", message: expect.not.stringContaining("secret") };
      await expect(appendDailyNote(dir, { content: "a" }, clock)).rejects.toMatchObject(refused);
      await remove("memory/2026-02-15.md");
      await link(join(dir, "MEMORY.md"), join(dir, "memory/2026-02-15.md"));
      await expect(appendDailyNote(dir, { content: "a" }, clock)).rejects.toMatchObject(refused);
      await symlink("../memory", join(dir, "inner/memory"));
      await expect(appendDailyNote(join(dir, "inner"), { content: "a" }, clock)).rejects.toMatchObject(refused);
      expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe("secret\n");
    },
  );
});
