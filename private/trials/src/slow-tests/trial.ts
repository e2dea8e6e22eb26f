import { execFileSync } from "node:child_process";
import { Random } from "@precept/testing/random";
import { root } from "../root.ts";
import { runTests } from "../run-tests.ts";
import type { Round, Size } from "../trial.ts";

/** How many test files a round runs. */
const files: Readonly<Record<Size, number>> = { sample: 6, full: Infinity };

/** Runs the tests that have the tag `slow`, in random files. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const args = ["grep", "-l", 'tags: "slow"', "--", "*.test.ts"];
  const all = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
  return runTests(["--tags-filter=slow", ...new Random(seed).shuffle(all).slice(0, files[size])], seed, size);
}
