import { runTests } from "../run-tests.ts";
import type { Round, Size } from "../trial.ts";
import { frameworkVersions } from "./versions.ts";

/** Runs the tests of an adapter with an older version of its framework. Each round tries another version. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const names = frameworkVersions.map(({ name }) => name);
  const name = names[seed % names.length] ?? "";
  const config = "private/trials/src/framework-versions/vitest.config.ts";
  const { counts, failures } = await runTests([`--config=${config}`, `--project=${name}`], seed, size);
  return { counts, failures: failures.map((failure) => `${name}: ${failure}`) };
}
