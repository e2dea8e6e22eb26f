import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { findings, openInScript, verifyViolations, violationLines } from "./testing/audit.ts";
import { createProject } from "./testing/project.ts";
import { eachLine, startScript } from "./testing/run-script.ts";

/** Stops a process the moment that it is seen to hold a lock, until another one has made a change, and does so twice. */
async function stopWhileLocked(
  lock: string,
  child: ReturnType<typeof startScript>,
  changeElsewhere: () => Promise<void>,
): Promise<void> {
  for (let stops = 0; stops < 2;) {
    const content = await readFile(lock, "utf8").catch(() => "");
    if (!content.startsWith(`${child.pid} `)) continue;
    child.kill("SIGSTOP");
    await setTimeout(20);
    // It may have released the lock just before it was stopped.
    if ((await readFile(lock, "utf8").catch(() => "")) === content) {
      stops += 1;
      await changeElsewhere();
    }
    child.kill("SIGCONT");
    await setTimeout(200);
  }
  child.kill("SIGTERM");
}

it("a process that is stopped in the middle of saves overwrites no save of another one", async () => {
  const project = await createProject({ "r/count.md": "---\nname: count\ndescription: d\n---\n\n{}\n" });
  const script = `
    const id = "project:r/count.md";
    const [, , name, count] = process.argv;
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
  const child = startScript(script, [project.dir, "stopped", "100000"]);
  const ended = eachLine(child, (line) => lines.push(line));
  await stopWhileLocked(join(project.dir, "r/.count.md.precept-lock"), child, () =>
    eachLine(startScript(script, [project.dir, "other", "3"]), (line) => lines.push(line)),
  );
  await ended;
  const text = await readFile(join(project.dir, "r/count.md"), "utf8");
  const counts = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "{}") as Readonly<Record<string, number>>;
  const acknowledged = (name: string): number => lines.filter((line) => line === name).length;
  expect(counts["other"]).toBe(acknowledged("other"));
  // The last save may have been ended before it could be acknowledged.
  expect([acknowledged("stopped"), acknowledged("stopped") + 1]).toContain(counts["stopped"]);
  // What was not saved was refused because of the lock, or because another process had saved.
  expect(lines.filter((line) => !["stopped", "other", "STORE_FAILED", "RULE_CONFLICT"].includes(line))).toEqual([]);
});

it("a process that is stopped in the middle of appending to an audit log costs no entry, and one that it appends too late is found", async () => {
  const { dir } = await createProject();
  const script = `${openInScript}
    const [, , , , name, count] = process.argv;
    for (let number = 0; number < Number(count); number += 1) {
      await log.violations.append(violation(name + "-" + number)).then(() => console.log(name + "-" + number), (error) => console.log(error.code));
    }`;
  const lines: string[] = [];
  const child = startScript(script, [dir, "1e9", "full", "stopped", "1000000"]);
  const ended = eachLine(child, (line) => lines.push(line));
  await stopWhileLocked(join(dir, ".rule_violations.jsonl.precept-lock"), child, () =>
    eachLine(startScript(script, [dir, "1e9", "full", `other${lines.length}`, "3"]), (line) => lines.push(line)),
  );
  await ended;
  const kept = (await violationLines(dir)).map((line) => (JSON.parse(line) as { readonly rule_id: string }).rule_id);
  const acknowledged = lines.filter((line) => line !== "STORE_FAILED");
  expect(new Set(kept).size).toBe(kept.length);
  expect(acknowledged.filter((one) => !kept.includes(one))).toEqual([]);
  // Stopped between the check of its lock and the system call, it still appends once; the entry is then out of its place in the chain.
  const found = await findings(dir);
  expect(found.filter((finding) => !finding.startsWith("audit/entry-out-of-place "))).toEqual([]);
  expect((await verifyViolations(dir)).isIntact).toBe(found.length === 0);
});
