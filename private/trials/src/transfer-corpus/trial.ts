import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Random } from "@precept/testing/random";
import { checkRoundTrip } from "../transfer-model/check-round-trip.ts";
import type { Round } from "../trial.ts";

const filesPerRound = 50;

/**
 * Imports rule files of the directory `PRECEPT_CORPUS` as rules of Cursor, exports them twice, and reverts. A round takes 50 random files: each `.mdc` file
 * becomes `.cursor/rules/NAME.mdc`, and each `.cursorrules` the file of another directory.
 */
export async function runRound(seed: number): Promise<Round> {
  const { PRECEPT_CORPUS: corpus } = process.env;
  if (corpus === undefined) return { counts: { "rounds without PRECEPT_CORPUS": 1 }, failures: [] };
  const all = readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.mdc$|(?:^|\/)\.cursorrules$/.test(path))
    .toSorted();
  const files = new Random(seed).shuffle(all).slice(0, filesPerRound);
  const top = realpathSync(mkdtempSync(join(tmpdir(), "precept-corpus-")));
  try {
    const dir = join(top, "project");
    for (const [at, file] of files.entries()) {
      const path = join(dir, file.endsWith(".mdc") ? `.cursor/rules/rule-${at}.mdc` : `packages/p${at}/.cursorrules`);
      mkdirSync(dirname(path), { recursive: true });
      cpSync(join(corpus, file), path);
    }
    const problems = await checkRoundTrip(dir, ["cursor", "claude", "copilot"]);
    return { counts: { "rule files": files.length }, failures: problems.map((problem) => problem.slice(0, 400)) };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
