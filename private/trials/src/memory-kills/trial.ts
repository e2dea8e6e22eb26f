import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { appendMemoryEntry, parseMemory, readMemoryEntries } from "@precept/agent-context";
import { bundledProgram } from "@precept/testing/program";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";

const program = fileURLToPath(new URL("writer.ts", import.meta.url));

/** What was in the file before. It must stay as it is. */
const before =
  "# MEMORY.md\r\n\r\nwritten by hand\r\n\r\n## Lessons\r\n- one\r\n\r\n```\r\n## in code\r\n```\r\n\r\n## Last\r\n- end";

/**
 * Kills two processes at random moments while they append to one MEMORY.md. All acknowledged entries must be in the file, and the file must be
 * complete whenever it is read.
 */
export async function runRound(seed: number): Promise<Round> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-memory-")));
  try {
    return await killWriters(dir, 2, new Random(seed));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function killWriters(dir: string, writers: number, random: Random): Promise<Round> {
  writeFileSync(join(dir, "MEMORY.md"), before);
  const started = Array.from({ length: writers }, (_, at) => startWriter(dir, `writer ${at}`));
  await Promise.all(started.map(async ({ hasStarted }) => hasStarted));
  const failures: string[] = [];
  let reads = 0;
  for (const { child } of started) {
    const until = performance.now() + random.next() * 60;
    do {
      failures.push(...findDamage(readFileSync(join(dir, "MEMORY.md"), "utf8")));
      reads += 1;
      await setTimeout(1);
    } while (performance.now() < until);
    child.kill("SIGKILL");
    await once(child, "close");
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

interface Writer {
  readonly child: ChildProcess;
  readonly acknowledged: string[];
  readonly hasStarted: Promise<void>;
}

function startWriter(dir: string, name: string): Writer {
  const child = spawn(process.execPath, [bundledProgram(program), dir, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  let rest = "";
  const hasStarted = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      acknowledged.push(...lines);
      resolve();
    });
    child.once("exit", () => resolve());
  });
  return { child, acknowledged, hasStarted };
}
