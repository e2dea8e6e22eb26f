import { readdir } from "node:fs/promises";
import { cloneHostile } from "./clone.ts";
import { callOf, listCommands, type CommandShape } from "./commands.ts";
import { Random } from "./random.ts";
import type { BatchAnswer } from "./run-batch.ts";
import { Runner } from "./runner.ts";
import { hostileRepository } from "./traits.ts";
import { canary, createWorld, differencesBetween, manifestOf, type World } from "./world.ts";

/** What is wrong with a command that does not answer in time. */
export const tookTooLong = "took too long";

/** A command that did what no command may do. */
export interface Finding {
  readonly seed: number;
  readonly call: readonly string[];
  readonly problem: string;
}

export interface TrialOptions {
  /** How many commands are tried in each repository, one after the other. */
  readonly commands: number;
  /** How long one may take, in milliseconds. */
  readonly limit: number;
}

/** Tries commands in the hostile repository of a seed. Returns what went wrong, and how long the slowest took, in milliseconds. */
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
    await forgetMarks(world);
    const shapes = listCommands();
    const topLevel = shapes.filter(({ path }) => path.length === 1);
    let before = await manifestOf(world);
    for (let count = 0; count < commands; count += 1) {
      // Each seed begins with another command, so that all of them are met soon.
      const shape =
        count === 0 ? (shapes[seed % shapes.length] as CommandShape) : random.pick(random.chance(0.5) ? topLevel : shapes);
      const call = callOf(shape, random);
      runner ??= new Runner(world);
      const started = performance.now();
      const answer = await runner.run(call, limit);
      slowest = Math.max(slowest, performance.now() - started);
      const after = await manifestOf(world);
      for (const problem of problemsOf(answer, runner.printed, differencesBetween(before, after))) {
        findings.push({ seed, call, problem });
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

function problemsOf(
  answer: BatchAnswer | "timeout" | "ended",
  printed: string,
  differences: readonly string[],
): readonly string[] {
  const problems = differences.map((line) => `changed outside the project: ${line}`);
  if (answer === "timeout") return [...problems, tookTooLong];
  if (answer === "ended") return [...problems, `the process ended: ${printed.slice(-500)}`];
  const text = answer.out + answer.err + printed;
  if (text.includes(canary)) problems.push(`printed what is outside: …${around(text, canary)}…`);
  if (text.includes("root:x:0:0")) problems.push("printed /etc/passwd");
  if (text.includes("unexpected error")) problems.push(`unexpected error: ${around(text, "unexpected error", 600)}`);
  return problems;
}

function around(text: string, found: string, length = 120): string {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 60), at + length);
}

async function forgetMarks({ marks }: World): Promise<void> {
  // Cloning itself runs nothing of the repository's; a mark from before would be the trial's own mistake.
  const names = await readdir(marks);
  if (names.length > 0) throw new Error(`The clone ran a program: ${names.join(", ")}`);
}
