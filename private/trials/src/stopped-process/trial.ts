import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";

const program = fileURLToPath(new URL("checker.ts", import.meta.url));

const stopsPerRound: Readonly<Record<Size, number>> = { sample: 2, full: 100 };

/** Stops a process that checks texts with all starters, and continues it, at random moments. No verdict may change. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const random = new Random(seed);
  const child = spawn(process.execPath, [bundledProgram(program)], { stdio: ["ignore", "pipe", "inherit"] });
  const failures: string[] = [];
  const counts = { stops: 0, checks: 0 };
  const lines = createInterface(child.stdout);
  const hasStarted = once(lines, "line");
  lines.on("line", (line) => {
    if (line === "same") counts.checks += 1;
    else if (line !== "started") failures.push(line);
  });
  try {
    await hasStarted;
    for (; counts.stops < stopsPerRound[size]; counts.stops += 1) {
      await setTimeout(random.next() * 40);
      child.kill("SIGSTOP");
      // Longer than the time that a pattern may take.
      await setTimeout(60 + random.next() * 60);
      child.kill("SIGCONT");
    }
    const checked = counts.checks;
    while (counts.checks === checked && failures.length === 0) await setTimeout(10);
  } finally {
    child.kill("SIGKILL");
    await once(child, "close");
  }
  return { counts, failures };
}
