import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { propertyRuns } from "@precept/testing";
import { applyRevert, planEject, planRevert } from "@precept/transfer";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { describeChanges, inProject, planExport, runExport } from "../../test/rule-projects.ts";

const rule = { base: "", name: "a", header: "", text: "Text.\n" };
const to = ["cursor", "kiro"];
const list = "# precept: exported files";

const texts = fc.option(
  fc
    .tuple(
      fc.array(fc.constantFrom("dist/", "# a comment", "", "*.log", "/.cursor/rules/mine.mdc"), { maxLength: 4 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
    )
    .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded ? eol : "")),
  { nil: undefined },
);

it("a list of exported files in .gitignore follows the exports, and a revert or an eject gives the file back", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom("revert", "eject", "setting"), async (text, how) => {
      await inProject([rule], new Map(), async (dir) => {
        const path = join(dir, ".gitignore");
        const read = (): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
        if (text !== undefined) await writeFile(path, text);
        await runExport(dir, { to: ["cursor"] });
        expect(await read()).toBe(text);
        await runExport(dir, { to: ["cursor"], gitignore: true });
        expect(await read()).toMatch(new RegExp(`^${list}[^\n]*\r?\n/\\.cursor/rules/a\\.mdc\r?\n# precept: end\r?\n$`, "m"));
        // Without the setting, a list that is there is updated.
        await runExport(dir, { to });
        expect((await read())?.replaceAll("\r\n", "\n")).toContain(
          "\n/.cursor/rules/a.mdc\n/.kiro/steering/a.md\n# precept: end\n",
        );
        expect(describeChanges((await planExport(dir, { to, gitignore: true })).actions)).toEqual([]);
        if (how === "setting") await runExport(dir, { to, gitignore: false });
        else await applyRevert(dir, how === "revert" ? planRevert(dir) : planEject(dir), { isConfirmed: true });
        expect(await read()).toBe(how === "setting" && text === "" ? undefined : text);
      });
    }),
    { numRuns: propertyRuns({ sample: 10, full: 100 }) },
  );
});

it("what was added to .gitignore since stays, and a revert for one tool leaves the files of others in the list", async () => {
  await inProject([rule], new Map(), async (dir) => {
    const path = join(dir, ".gitignore");
    await writeFile(path, "dist/\n");
    await runExport(dir, { to, gitignore: true });
    await writeFile(path, `${await readFile(path, "utf8")}*.log\n`);
    await applyRevert(dir, planRevert(dir, { to: ["cursor"] }), { isConfirmed: true });
    expect(await readFile(path, "utf8")).toBe(`dist/\n${list}\n/.kiro/steering/a.md\n# precept: end\n*.log\n`);
    await applyRevert(dir, planRevert(dir), { isConfirmed: true });
    expect(await readFile(path, "utf8")).toBe("dist/\n*.log\n");
  });
});
