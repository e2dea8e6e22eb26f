import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { copyRepository, type RepositoryCopy } from "./copy-repository.ts";
import { applyMutation, findMutations } from "./find-mutations.ts";

/** Tests of which none ends within this time count as failed: the change made a loop endless. */
const limitMs = 180_000;

let copy: RepositoryCopy | undefined;

/**
 * Changes one operator or constant of the product in a copy of the repository, and runs the tests of its package that import the file until one fails.
 * A change that no test notices is a note, since some changes have no effect that could be seen. A change after which the tests never end is a note, too.
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
    const failure = await runTests(copy, path).finally(() => writeFileSync(join(dir, path), text));
    // A test that fails without the change too says nothing about it.
    const isUnclear = failure?.timedOut === false && (await runTests(copy, path, failure.file)) !== undefined;
    const outcome = failure === undefined ? "survived" : isUnclear ? "unclear" : failure.timedOut ? "timed out" : "noticed";
    if (outcome === "noticed") return { counts: { noticed: 1 }, failures: [] };
    const lines = text.slice(0, mutation.start).split("\n");
    const line = text.split("\n")[lines.length - 1]?.trim() ?? "";
    const location = `${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    const change = `${mutation.original} → ${mutation.replacement || "(removed)"}`;
    return { counts: { [outcome]: 1 }, failures: [], notes: [`${outcome}  ${location}  ${change}  ${line}`] };
  }
}

/** Removes the copy of the repository. */
export function end(): void {
  copy?.remove();
  copy = undefined;
}

interface Failure {
  /** The test file that failed; undefined if the run failed without one, for instance because a temporary file was left behind. */
  readonly file?: string;
  readonly timedOut: boolean;
}

/**
 * Runs tests of the package of a source file until one fails. Returns undefined if none does.
 * @param tests A test file or a directory of them. Default: the tests that import the source file, or, if none does, all in its directory, which may
 * start it as a process.
 */
async function runTests(
  { dir, temporary }: Pick<RepositoryCopy, "dir" | "temporary">,
  path: string,
  tests?: string,
): Promise<Failure | undefined> {
  // In CI, a run also looks for changed files, and the copy is not a git repository.
  const { CI: _, ...env } = process.env;
  const command = tests === undefined ? ["related", path] : ["run", tests];
  const args = [...command, "--run", "--config=private/trials/src/mutation/vitest.config.ts", "--passWithNoTests"];
  // The run and its workers are a process group, so that all of them can be stopped.
  const child = spawn(process.execPath, [join(dir, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: dir,
    env: { ...env, TMPDIR: temporary, PRECEPT_MUTATED_FILE: path },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  let failure: Failure | undefined;
  let didRun = false;
  const stop = (reason: Failure): void => {
    failure ??= reason;
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(stop, limitMs, { timedOut: true } satisfies Failure);
  child.stdout.setEncoding("utf8").on("data", (output: string) => {
    timer.refresh();
    didRun = true;
    const failed = /^failed (.+)$/m.exec(output)?.[1];
    if (failed !== undefined) stop({ file: relative(dir, failed), timedOut: false });
  });
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  if (failure !== undefined) return failure;
  if (code !== 0) return { timedOut: false };
  return didRun || tests !== undefined ? undefined : runTests({ dir, temporary }, path, dirname(path));
}
