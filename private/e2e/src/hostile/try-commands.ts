import { readdir } from "node:fs/promises";
import { Random } from "@precept/testing/random";
import { cloneHostile } from "./clone.ts";
import { callOf, listCommands, type CommandShape } from "./commands.ts";
import type { BatchAnswer } from "./run-batch.ts";
import { Runner } from "./runner.ts";
import { hostileRepository } from "./traits.ts";
import { canary, createWorld, diffManifests, manifestOf, type World } from "./world.ts";

/** The failure of a command that exceeds the time limit. */
export const timedOut = "timed out";

/** A command that read, wrote or ran something outside the project, crashed or timed out. */
export interface Finding {
  readonly seed: number;
  readonly call: readonly string[];
  readonly failure: string;
}

export interface TrialOptions {
  /** How many commands run in each repository. */
  readonly commands: number;
  /** Time limit of one command in milliseconds. */
  readonly limit: number;
}

/** Runs random commands in the hostile repository of a seed. Returns findings, exit codes and the time of the slowest command in milliseconds. */
export async function tryRepository(
  seed: number,
  { commands, limit }: TrialOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly slowest: number; readonly codes: readonly number[] }> {
  const world = await createWorld();
  const random = new Random(seed);
  const findings: Finding[] = [];
  const codes: number[] = [];
  let slowest = 0;
  let runner: Runner | undefined;
  try {
    await cloneHostile(world, hostileRepository(world, random));
    await assertNoMarks(world);
    const shapes = listCommands();
    const topLevel = shapes.filter(({ path }) => path.length === 1);
    let before = await manifestOf(world);
    for (let count = 0; count < commands; count += 1) {
      // Each seed starts with another command, so that a few seeds cover all of them.
      const shape =
        count === 0 ? (shapes[seed % shapes.length] as CommandShape) : random.pick(random.chance(0.5) ? topLevel : shapes);
      const call = callOf(shape, random);
      runner ??= new Runner(world);
      const started = performance.now();
      const answer = await runner.run(call, limit);
      slowest = Math.max(slowest, performance.now() - started);
      const after = await manifestOf(world);
      for (const failure of failuresOf(answer, runner.printed, diffManifests(before, after))) {
        findings.push({ seed, call, failure });
      }
      before = after;
      if (answer === "timeout" || answer === "ended") {
        runner.end();
        runner = undefined;
      } else codes.push(answer.code);
    }
    return { findings, slowest, codes };
  } finally {
    runner?.end();
    await world.remove();
  }
}

function failuresOf(
  answer: BatchAnswer | "timeout" | "ended",
  printed: string,
  differences: readonly string[],
): readonly string[] {
  const failures = differences.map((line) => `changed outside the project: ${line}`);
  if (answer === "timeout") return [...failures, timedOut];
  if (answer === "ended") return [...failures, `the process ended: ${printed.slice(-500)}`];
  const text = answer.out + answer.err + printed;
  if (text.includes(canary)) failures.push(`printed a file outside the project: …${around(text, canary)}…`);
  if (text.includes("root:x:0:0")) failures.push("printed /etc/passwd");
  if (text.includes("unexpected error")) failures.push(`unexpected error: ${around(text, "unexpected error", 600)}`);
  return failures;
}

function around(text: string, found: string, length = 120): string {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 60), at + length);
}

async function assertNoMarks({ marks }: World): Promise<void> {
  // Cloning runs no program of the repository, so a mark is a bug of this test.
  const names = await readdir(marks);
  if (names.length > 0) throw new Error(`The clone ran a program: ${names.join(", ")}`);
}
