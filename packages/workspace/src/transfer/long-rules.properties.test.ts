import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLonger } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inProject, describeChanges, planExport, runExport, runImport } from "../../test/rule-projects.ts";

/** Blocks of a text, of which a rule has up to 400. */
const blocks = fc.constantFrom(
  "# Part",
  "## Section",
  "A paragraph of words. ".repeat(4),
  "Übung für Wörter 🙂 ".repeat(6),
  "```md\n# No heading\n\ntext\n```",
  "- one\n- two\n- three",
  "word ".repeat(120),
);

const texts = fc
  .record({
    parts: fc.array(blocks, { minLength: 1, maxLength: 40 }),
    times: fc.integer({ min: 1, max: 30 }),
    gap: fc.constantFrom("\n\n", "\n", "\r\n\r\n"),
  })
  .map(({ parts, times, gap }) => Array.from({ length: times }, () => parts.join(gap)).join(gap) + gap.slice(0, gap.length / 2));

const to = ["windsurf", "cursor", "claude"];
const [native, cut, whole] = [".precept/rules/big.md", ".devin/rules/big.md", ".cursor/rules/big.mdc"];
const notice = "The rest of this rule is in `.precept/rules/big.md`. Read it there.";

it("a rule that is longer than one of its tools reads is cut for this tool, and whole for the others", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      await inProject([{ base: "", name: "big", header: "", text }], new Map(), async (dir) => {
        const read = (path: string): Promise<string> => readFile(join(dir, path), "utf8");
        expect(await runExport(dir, { to, overLimit: false })).toEqual([]);
        expect(await read(whole)).toContain(text);
        const file = await read(cut);
        expect(isLonger(file, { max: 12_000, unit: "characters" })).toBe(false);
        const { actions, reduced } = await planExport(dir, { to, overLimit: false });
        expect(describeChanges(actions)).toEqual([]);
        expect(await runImport(dir)).toEqual([]);
        const isCut = !file.includes(text);
        const notes = reduced.flatMap(({ target, notes: found }) => found.map(({ field }) => `${target.id} ${field}`));
        expect(notes.includes("windsurf content")).toBe(isCut);
        expect(file.includes(notice)).toBe(isCut);
        // An edit of the file is merged with an edit of the rest.
        await writeFile(join(dir, native), `${await read(native)}Appended to the rule.\n`);
        await writeFile(join(dir, cut), file.replace("\n---\n\n", "$&Edited in the file. "));
        const edited = await runImport(dir);
        if (!isCut) return;
        expect(edited).toEqual([`update ${native}`]);
        expect(await read(native)).toMatch(/---\r?\n\r?\nEdited in the file\. /);
        expect((await read(native)).replace("Edited in the file. ", "").replaceAll("\r\n", "\n")).toContain(
          `${text.replaceAll("\r\n", "\n")}Appended to the rule.\n`,
        );
        await runExport(dir, { to, overLimit: false });
        expect(describeChanges((await planExport(dir, { to, overLimit: false })).actions)).toEqual([]);
      });
    }),
    { numRuns: propertyRuns({ sample: 8, full: 100 }) },
  );
});
