import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { copyRepository, type RepositoryCopy } from "./copy-repository.ts";
import { applyMutation, findMutations } from "./find-mutations.ts";

/** A mutant whose tests do not end within this time counts as noticed. */
const limitMs = 300_000;

let copy: RepositoryCopy | undefined;

/**
 * Changes one operator or constant of the product in a copy of the repository, and runs the tests of its package that import the file. A change that
 * no test notices is a note, since some changes have no effect that could be seen.
 */
export async function runRound(seed: number): Promise<Round> {
  copy ??= copyRepository();
  const { dir, sources } = copy;
  const random = new Random(seed);
  for (;;) {
    const path = random.pick(sources);
    const text = readFileSync(join(dir, path), "utf8");
    const mutations = findMutations(path, text);
    // Long files are drawn more often than short ones.
    if (mutations.length === 0 || !random.chance(mutations.length / 50)) continue;
    const mutation = random.pick(mutations);
    writeFileSync(join(dir, path), applyMutation(text, mutation));
    const failed = await findFailedTests(dir, path, ["related", path, "--run", "--bail=1"]).finally(() =>
      writeFileSync(join(dir, path), text),
    );
    if (failed.length > 0) {
      // A test that fails without the change too says nothing about it.
      const isFlaky = failed[0] !== endless && (await findFailedTests(dir, path, ["run", ...failed])).length > 0;
      return { counts: { [isFlaky ? "unclear" : "noticed"]: 1 }, failures: [] };
    }
    const lines = text.slice(0, mutation.start).split("\n");
    const line = text.split("\n")[lines.length - 1]?.trim() ?? "";
    const location = `${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    const change = `${mutation.original} → ${mutation.replacement || "(removed)"}`;
    return { counts: { survived: 1 }, failures: [], notes: [`${location}  ${change}  ${line}`] };
  }
}

/** Removes the copy of the repository. */
export function end(): void {
  copy?.remove();
  copy = undefined;
}

/** Stands for tests that never ended. */
const endless = "endless";

/** Runs tests of the package of a file. Returns the test files that failed. */
async function findFailedTests(dir: string, path: string, command: readonly string[]): Promise<readonly string[]> {
  // In CI, a run also looks for changed files, and the copy is not a git repository.
  const { CI: _, ...env } = process.env;
  const config = "--config=private/trials/src/mutation/vitest.config.ts";
  const output = join(dir, "report.json");
  rmSync(output, { force: true });
  const args = [...command, config, "--passWithNoTests", "--reporter=json", `--outputFile=${output}`];
  const child = spawn(process.execPath, [join(dir, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: dir,
    env: { ...env, PRECEPT_MUTATED_PACKAGE: path.split("/").slice(0, 2).join("/") },
    stdio: "ignore",
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return [];
  if (code === null) return [endless];
  const { testResults } = JSON.parse(readFileSync(output, "utf8")) as Report;
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(dir, name));
  if (failed.length === 0) throw new Error(`vitest exited with ${code}, but no test failed.`);
  return failed;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}
