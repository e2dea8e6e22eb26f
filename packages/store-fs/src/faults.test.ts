import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { precept } from "@precept/mdc-compat";
import { describe, expect, it } from "vitest";
import { bySize, createProject, eachLine, whyNotAsNobody } from "@precept/testing";
import { listAll, openStore } from "../test/rules-of.ts";
import { startStoreScript } from "../test/store-script.ts";

const body = (number: number) => `${`Line of rule ${number}. `.repeat(200)}End.\n`;

describe("a process killed during 1,000 saves", () => {
  it.each(bySize({ sample: [37], full: [37, 250, 611] }))(
    "after %i saves has every acknowledged rule on disk, and no partial one",
    async (killAt) => {
      const project = await createProject({});
      const script = `
      for (let number = 0; number < 1000; number += 1) {
        const content = \`\${\`Line of rule \${number}. \`.repeat(200)}End.\\n\`;
        await store.save(createRule({ id: "new", name: \`rule-\${number}\`, description: "d", content }));
        console.log(number);
      }`;
      const child = startStoreScript(script, [project.dir]);
      const acknowledged = new Set<number>();
      await eachLine(child, (line) => {
        acknowledged.add(Number(line));
        if (acknowledged.size === killAt) child.kill("SIGKILL");
      });
      const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: precept }] });
      const rules = (await listAll(store)).map(({ rule }) => rule);
      const saved = new Set(rules.map((rule) => Number(rule.name.slice("rule-".length))));
      expect(acknowledged.size).toBeGreaterThanOrEqual(killAt);
      expect([...acknowledged].filter((number) => !saved.has(number))).toEqual([]);
      // Besides the acknowledged rules, at most the one being saved exists, and it is complete.
      expect(saved.size - acknowledged.size).toBeLessThanOrEqual(1);
      expect(rules.filter((rule) => rule.content !== body(Number(rule.name.slice("rule-".length))))).toEqual([]);
      expect(store.diagnostics()).toEqual([]);
    },
  );
});

describe("two processes that change the same rule", () => {
  it("lose no acknowledged change", async () => {
    const project = await createProject({ "r/count.md": "---\nname: count\ndescription: d\npriority: 1\n---\n\n0\n" });
    const script = `
      const id = "project:r/count.md";
      for (let done = 0; done < 40; ) {
        await store.reload();
        const current = await store.get(id);
        const content = String(Number(current.rule.content) + 1) + "\\n";
        try {
          await store.save({ ...current.rule, content }, { revision: current.revision });
          done += 1;
          console.log("saved");
        } catch (error) {
          if (error.code !== "RULE_CONFLICT") throw error;
          console.log("conflict");
        }
      }`;
    const lines: string[] = [];
    await Promise.all([0, 1].map(() => eachLine(startStoreScript(script, [project.dir]), (line) => lines.push(line))));
    const saved = lines.filter((line) => line === "saved").length;
    expect(saved).toBe(80);
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: precept }] });
    expect((await store.get("project:r/count.md"))?.rule.content).toBe("80\n");
    expect(await readdir(join(project.dir, "r"))).toEqual(["count.md"]);
  });

  it("create two files for two new rules with one name", { tags: "slow" }, async () => {
    const project = await createProject({});
    const script = `
      for (let number = 0; number < 25; number += 1) {
        await store.save(createRule({ id: "new", name: "same", description: "d", content: process.argv[3] + number + "\\n" }));
      }`;
    await Promise.all(["a", "b"].map((who) => eachLine(startStoreScript(script, [project.dir, who]), () => undefined)));
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "r", codec: precept }] });
    const contents = (await listAll(store)).map(({ rule }) => rule.content.trim()).toSorted();
    const expected = ["a", "b"].flatMap((who) => Array.from({ length: 25 }, (_, number) => `${who}${number}`)).toSorted();
    expect(contents).toEqual(expected);
  });
});

describe.skipIf(process.platform === "win32")("a full disk", () => {
  it("fails the save with a clear message and leaves the old file unchanged", async () => {
    const text = "---\nname: a\ndescription: d\n---\n\nOld.\n";
    const project = await createProject({ "r/a.md": text });
    const script = `
      const current = await store.get("project:r/a.md");
      const content = "x".repeat(100_000);
      const failed = (error) => console.log(error.code, error.message);
      await store.save({ ...current.rule, content }, { revision: current.revision }).catch(failed);
      await store.save(createRule({ id: "new", name: "b", content })).catch(failed);
      console.log((await store.get("project:r/a.md")).rule.content.trim());`;
    const lines: string[] = [];
    await eachLine(startStoreScript(script, [project.dir], { limits: "ulimit -f 8" }), (line) => lines.push(line));
    expect(lines).toEqual([
      'STORE_FAILED The store "fs" failed: cannot write "r/a.md": it would be larger than the system allows.',
      'STORE_FAILED The store "fs" failed: cannot write "r/b.md": it would be larger than the system allows.',
      "Old.",
    ]);
    expect(await readFile(join(project.dir, "r/a.md"), "utf8")).toBe(text);
    expect(await readdir(join(project.dir, "r"))).toEqual(["a.md"]);
  });
});

const whyNot = whyNotAsNobody();

describe.skipIf(whyNot !== undefined)(
  `a directory without permission${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`,
  () => {
    it("fails the save with a clear message", async () => {
      const project = await createProject({ "r/a.md": "---\nname: a\ndescription: d\n---\n\nOld.\n" });
      await chmod(join(project.dir, "r"), 0o555);
      const script = `
      const failed = (error) => console.log(error.code, error.message);
      const current = await store.get("project:r/a.md");
      await store.save({ ...current.rule, content: "New." }, { revision: current.revision }).catch(failed);
      await store.save(createRule({ id: "new", name: "b" })).catch(failed);
      await store.delete("project:r/a.md").catch(failed);`;
      const lines: string[] = [];
      await eachLine(startStoreScript(script, [project.dir], { asNobody: true }), (line) => lines.push(line));
      expect(lines).toEqual([
        'STORE_FAILED The store "fs" failed: cannot write "r/a.md": permission denied.',
        'STORE_FAILED The store "fs" failed: cannot write "r/b.md": permission denied.',
        'STORE_FAILED The store "fs" failed: cannot delete "r/a.md": permission denied.',
      ]);
    });
  },
);
