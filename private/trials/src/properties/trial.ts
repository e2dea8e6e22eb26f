import { execFileSync } from "node:child_process";
import { Random } from "@precept/testing/random";
import { root } from "../root.ts";
import { runTests } from "../run-tests.ts";
import type { Round, Size } from "../trial.ts";

/** How many test files a round runs. */
const files: Readonly<Record<Size, number>> = { sample: 12, full: 60 };

/**
 * Runs random test files that have properties, which `pnpm test` runs with one pinned seed and 100 values, with the seed of the
 * round and 1,000 values.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const found = execFileSync(
    "git",
    ["grep", "-l", "fast-check", "--", "packages/*.test.ts", "apps/*.test.ts", "private/agent-actions/*.test.ts"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  const all = found.split("\n").filter((path) => path !== "");
  const env = size === "full" ? { PROPERTY_RUNS: "1000" } : {};
  return runTests(new Random(seed).shuffle(all).slice(0, files[size]), seed, "sample", env);
}
