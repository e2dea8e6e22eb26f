import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
    try {
      const isNoticed = await isNoticedByTests(dir, path);
      if (isNoticed) return { counts: { noticed: 1 }, failures: [] };
      const lines = text.slice(0, mutation.start).split("\n");
      const line = text.split("\n")[lines.length - 1]?.trim() ?? "";
      const location = `${path}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
      return {
        counts: { survived: 1 },
        failures: [],
        notes: [`${location}  ${mutation.original} → ${mutation.replacement || "(removed)"}  ${line}`],
      };
    } finally {
      writeFileSync(join(dir, path), text);
    }
  }
}

/** Removes the copy of the repository. */
export function end(): void {
  copy?.remove();
  copy = undefined;
}

async function isNoticedByTests(dir: string, path: string): Promise<boolean> {
  const home = path.split("/").slice(0, 2).join("/");
  const args = ["related", path, "--run", "--bail=1", `--dir=${home}`, "--passWithNoTests", "--reporter=dot"];
  // In CI, a run also looks for changed files, and the copy is not a git repository.
  const { CI: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(dir, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: dir,
    env,
    stdio: "ignore",
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code !== 0;
}
