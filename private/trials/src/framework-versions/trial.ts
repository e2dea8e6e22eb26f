import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { runTests } from "../run-tests.ts";
import type { Round, Size } from "../trial.ts";
import { frameworkVersions } from "./versions.ts";

/**
 * Compiles a program that uses an adapter, and runs the tests of the adapter, with an older version of its framework. Each round tries another version.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const names = frameworkVersions.map(({ name }) => name);
  const name = names[seed % names.length] ?? "";
  const config = "private/trials/src/framework-versions/vitest.config.ts";
  const { counts, failures } = await runTests([`--config=${config}`, `--project=${name}`], seed, size);
  return { counts, failures: [...findTypeErrors(name), ...failures].map((failure) => `${name}: ${failure}`) };
}

function findTypeErrors(name: string): readonly string[] {
  const project = join(root, "private/frameworks", name, "tsconfig.json");
  if (!existsSync(project)) return [];
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
  return status === 0 ? [] : [stdout];
}
