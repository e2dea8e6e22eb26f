import { createProject, eachLine, stopWhileLocked } from "@precept/testing";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startStoreScript } from "../test/store-script.ts";

it("a process that is stopped during a save overwrites no save of another process", { tags: "slow" }, async () => {
  const project = await createProject({ "r/count.md": "---\nname: count\ndescription: d\n---\n\n{}\n" });
  const script = `
    const id = "project:r/count.md";
    const [, , , name, count] = process.argv;
    for (let saves = 0; saves < Number(count); ) {
      await store.reload();
      const current = await store.get(id);
      const counts = JSON.parse(current.rule.content);
      const content = JSON.stringify({ ...counts, [name]: (counts[name] ?? 0) + 1 });
      try {
        await store.save({ ...current.rule, content }, { revision: current.revision });
        saves += 1;
        console.log(name);
      } catch (error) {
        console.log(error.code);
      }
    }`;
  const lines: string[] = [];
  const child = startStoreScript(script, [project.dir, "stopped", "100000"]);
  const ended = eachLine(child, (line) => lines.push(line));
  await stopWhileLocked(join(project.dir, "r/.count.md.precept-lock"), child, () =>
    eachLine(startStoreScript(script, [project.dir, "other", "3"]), (line) => lines.push(line)),
  );
  await ended;
  const text = await readFile(join(project.dir, "r/count.md"), "utf8");
  const counts = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "{}") as Readonly<Record<string, number>>;
  const acknowledged = (name: string): number => lines.filter((line) => line === name).length;
  expect(counts["other"]).toBe(acknowledged("other"));
  // The process may have been terminated before it acknowledged the last save.
  expect([acknowledged("stopped"), acknowledged("stopped") + 1]).toContain(counts["stopped"]);
  // Other saves were refused because of the lock or a conflict.
  expect(lines.filter((line) => !["stopped", "other", "STORE_FAILED", "RULE_CONFLICT"].includes(line))).toEqual([]);
});
