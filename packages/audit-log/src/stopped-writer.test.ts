import { createProject, eachLine, stopWhileLocked } from "@precept/testing";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findings, startLogScript, verifyViolations, violationLines } from "../test/open-audit-log.ts";

it(
  "a process that is stopped while appending loses no acknowledged entry, and an entry that it appends too late is detected",
  { tags: "slow" },
  async () => {
    const { dir } = await createProject();
    const script = `
    const [, , , , , name, count] = process.argv;
    for (let number = 0; number < Number(count); number += 1) {
      await log.violations.append(violation(name + "-" + number)).then(() => console.log(name + "-" + number), (error) => console.log(error.code));
    }`;
    const lines: string[] = [];
    const child = startLogScript(dir, script, { args: ["1e9", "full", "stopped", "1000000"] });
    const ended = eachLine(child, (line) => lines.push(line));
    await stopWhileLocked(join(dir, ".rule_violations.jsonl.precept-lock"), child, () =>
      eachLine(startLogScript(dir, script, { args: ["1e9", "full", `other${lines.length}`, "3"] }), (line) => lines.push(line)),
    );
    await ended;
    const stored = (await violationLines(dir)).map((line) => (JSON.parse(line) as { readonly rule_id: string }).rule_id);
    const acknowledged = lines.filter((line) => line !== "STORE_FAILED");
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((one) => !stored.includes(one))).toEqual([]);
    // A process that was stopped between checking its lock and the system call still appends once. That entry is out of
    // place in the chain.
    const found = await findings(dir);
    expect(found.filter((finding) => !finding.startsWith("audit/entry-out-of-place "))).toEqual([]);
    expect((await verifyViolations(dir)).isIntact).toBe(found.length === 0);
  },
);
