import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { appendMemoryEntry, parseMemory, readMemoryEntries } from "@precept/agent-context";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { killRuleWriters } from "./kill-rule-writers.ts";
import { killWriter, startWriter } from "./start-writer.ts";

const program = fileURLToPath(new URL("writer.ts", import.meta.url));

/** What was in the file before. It must stay as it is. */
const before =
  "# MEMORY.md\r\n\r\nwritten by hand\r\n\r\n## Lessons\r\n- one\r\n\r\n```\r\n## in code\r\n```\r\n\r\n## Last\r\n- end";

/**
 * Kills two processes at random moments while they append to one MEMORY.md, or while they write rules. All acknowledged entries and rules must be
 * there, none twice, and MEMORY.md must be complete whenever it is read.
 */
export async function runRound(seed: number): Promise<Round> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-memory-")));
  try {
    const random = new Random(seed);
    if (seed % 3 === 2) return await killRuleWriters(dir, "fs", random);
    if (seed % 3 === 0) return await killRuleWriters(dir, "sqlite", random);
    return await killWriters(dir, 2, random);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function killWriters(dir: string, writers: number, random: Random): Promise<Round> {
  writeFileSync(join(dir, "MEMORY.md"), before);
  const started = Array.from({ length: writers }, (_, at) => startWriter(program, dir, `writer ${at}`));
  await Promise.all(started.map(async ({ hasStarted }) => hasStarted));
  const failures: string[] = [];
  let reads = 0;
  for (const writer of started) {
    const until = performance.now() + random.next() * 60;
    do {
      failures.push(...findDamage(readFileSync(join(dir, "MEMORY.md"), "utf8")));
      reads += 1;
      await setTimeout(1);
    } while (performance.now() < until);
    await killWriter(writer);
  }
  // The lock of a killed process does not stop the next one.
  const last = await appendMemoryEntry(dir, { content: "after the kills" });
  const ids = (await readMemoryEntries(dir)).map(({ id }) => id);
  const acknowledged = [...started.flatMap((writer) => writer.acknowledged), last.id];
  failures.push(...acknowledged.filter((id) => !ids.includes(id)).map((id) => `the entry ${id} is lost`));
  if (new Set(ids).size !== ids.length) failures.push("an entry is there twice");
  failures.push(...findDamage(readFileSync(join(dir, "MEMORY.md"), "utf8")));
  const left = readdirSync(dir).filter((name) => name !== "MEMORY.md");
  if (left.length > 0) failures.push(`files are left: ${left.join(", ")}`);
  return { counts: { acknowledged: acknowledged.length, reads }, failures };
}

/** Describes what is wrong with a file: without the appended entries and headings, it must be the file of before. */
function findDamage(text: string): readonly string[] {
  const own = text
    .split("\r\n")
    .filter(
      (line) => !/ <!-- precept \{.*\} -->$/.test(line) && !["## Decisions", "## Preferences", "## General"].includes(line),
    );
  const expected = before.split("\r\n").filter((line) => line !== "");
  const rest = own.filter((line) => line !== "");
  if (JSON.stringify(rest) !== JSON.stringify(expected)) return [`the file is damaged: ${JSON.stringify(text.slice(-200))}`];
  return parseMemory(text).filter(({ content }) => content === "one" || content === "end").length === 2
    ? []
    : ["entries are lost"];
}
