import { bySize, createProject, eachLine, whyNotAsNobody } from "@precept/testing";
import * as fc from "fast-check";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findings,
  openAuditLog,
  startLogScript,
  verifyViolations,
  violation,
  violationFiles,
  violationLines,
} from "../test/open-audit-log.ts";

/** Appends entries one after another or several at the same time, and prints each when it is acknowledged. */
const write = `
  const [, , , , , name = "", count = "1000", batch = "1"] = process.argv;
  for (let number = 0; number < Number(count); number += Number(batch)) {
    const names = Array.from({ length: Number(batch) }, (_, at) => name + "-" + (number + at));
    const entries = await Promise.all(names.map((entry) => log.violations.append(violation(entry, entry + " ".repeat(50 + number % 900)))));
    console.log(entries.map(({ log_id }, at) => names[at] + "=" + log_id).join("\\n"));
  }`;

interface WriterOptions {
  readonly dir: string;
  readonly name: string;
  readonly count?: number;
  readonly batch?: number;
  readonly bytes?: number;
  readonly durability?: "full" | "normal";
  /** The number of acknowledgements after which it is killed. */
  readonly killAfter?: number;
}

/** Runs a writing process. Returns the entries that it acknowledged. */
async function runWriter(options: WriterOptions): Promise<readonly string[]> {
  const { dir, name, count = 1_000, batch = 1, bytes = 200_000, durability = "full", killAfter = Infinity } = options;
  const args = [bytes, durability, name, count, batch].map(String);
  const child = startLogScript(dir, write, { args });
  const acknowledged: string[] = [];
  await eachLine(child, (line) => {
    acknowledged.push(line);
    if (acknowledged.length === killAfter) child.kill("SIGKILL");
  });
  return acknowledged;
}

/** Expects each acknowledged entry exactly once, and no other lines. */
async function expectStored(dir: string, acknowledged: readonly string[]): Promise<void> {
  const stored = (await violationLines(dir)).map((line) => {
    const { rule_id: ruleId, log_id: logId } = JSON.parse(line) as Record<string, string>;
    return `${ruleId}=${logId}`;
  });
  const known = new Set(stored);
  expect(known.size).toBe(stored.length);
  expect(acknowledged.filter((one) => !known.has(one))).toEqual([]);
  expect(await findings(dir)).toEqual([]);
}

const writers = bySize({ sample: 4, full: 8 });
const entriesPerWriter = bySize({ sample: 100, full: 1_000 });
const total = writers * entriesPerWriter;

describe(`${writers} processes that write ${entriesPerWriter} entries each`, () => {
  it.each(["full", "normal"] as const)("lose none, with durability %s", { tags: "slow" }, async (durability) => {
    const { dir } = await createProject();
    const running = Array.from({ length: writers }, (_, at) =>
      runWriter({
        dir,
        name: `w${at}`,
        count: entriesPerWriter,
        bytes: total * 25,
        durability,
        batch: at < writers / 2 ? 1 : 50,
      }),
    );
    const acknowledged = (await Promise.all(running)).flat();
    expect(acknowledged).toHaveLength(total);
    await expectStored(dir, acknowledged);
    expect(await verifyViolations(dir)).toMatchObject({ entries: total, isIntact: true });
    expect((await violationFiles(dir)).length).toBeGreaterThan(10);
    expect((await readdir(dir)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("lose no acknowledged entry if they are killed after any number of entries", async () => {
    const { dir } = await createProject();
    const lives = bySize({ sample: 1, full: 3 });
    // Different for each writer and each restart.
    const killPoints = fc.sample(fc.integer({ min: 1, max: entriesPerWriter * 0.4 }), { numRuns: writers * lives });
    const runWithRestarts = async (at: number): Promise<readonly string[]> => {
      const acknowledged: string[] = [];
      for (const [life, killAfter] of [...killPoints.slice(at * lives, (at + 1) * lives), Infinity].entries()) {
        const left = entriesPerWriter - acknowledged.length;
        if (left <= 0) break;
        acknowledged.push(...(await runWriter({ dir, name: `w${at}.${life}`, count: left, killAfter, bytes: total * 8 })));
      }
      return acknowledged;
    };
    const acknowledged = (await Promise.all(Array.from({ length: writers }, (_, at) => runWithRestarts(at)))).flat();
    expect(acknowledged.length).toBeGreaterThanOrEqual(total);
    await (await openAuditLog({ dir })).violations.append(violation("last"));
    await expectStored(dir, acknowledged);
    // Killed processes may have written entries that they could not acknowledge.
    const { entries } = await verifyViolations(dir);
    expect(entries - acknowledged.length).toBeLessThanOrEqual(1 + writers * lives);
  });
});

describe.skipIf(process.platform === "win32")("a full disk", () => {
  it("rejects the entry with a clear error, preserves earlier entries, and leaves no part of it", async () => {
    const { dir } = await createProject();
    const script = `
      await log.violations.append(violation("before"));
      const failed = (error) => console.log(error.code, error.message.replaceAll(projectDir, "…"));
      for (let number = 0; number < 4; number += 1) await log.violations.append(violation("R" + number, "x".repeat(3000))).catch(failed);
      await log.violations.append(violation("after")).then(() => console.log("after"));`;
    const lines: string[] = [];
    await eachLine(startLogScript(dir, script, { limits: "ulimit -f 16" }), (line) => lines.push(line));
    const failure =
      'STORE_FAILED The store "audit" failed: cannot write "…/rule_violations.jsonl": it would be larger than the system allows.';
    expect([...new Set(lines)]).toEqual([failure, "after"]);
    expect(await findings(dir)).toEqual([]);
    expect((await violationLines(dir)).length).toBe(2 + 4 - lines.filter((line) => line === failure).length);
  });
});

const whyNot = whyNotAsNobody();

describe.skipIf(whyNot !== undefined)(
  `a directory without permission${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`,
  () => {
    it("rejects the entry with a clear error", async () => {
      const { dir } = await createProject();
      await chmod(dir, 0o555);
      const script = `
        await log.violations.append(violation("R")).catch((error) => console.log(error.code, error.message.replaceAll(projectDir, "…")));`;
      const lines: string[] = [];
      await eachLine(startLogScript(dir, script, { asNobody: true }), (line) => lines.push(line));
      expect(lines).toEqual([
        'STORE_FAILED The store "audit" failed: cannot write "…/rule_violations.jsonl": permission denied.',
      ]);
      expect(await readdir(join(dir))).toEqual([]);
    });
  },
);
