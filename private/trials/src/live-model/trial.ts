import type { Round, Size } from "../trial.ts";
import { runLiveModel } from "./run.ts";

const sizes = {
  sample: { operations: 20, watchers: 2, burst: 10, quiet: 1000 },
  full: { operations: 500, watchers: 10, burst: 50, quiet: 2000 },
};

/** Changes a project at random. Watched workspaces must give the same answers as a newly opened one. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const options = { seed, ...sizes[size] };
  const mismatch = await runLiveModel(options);
  const counts = { operations: options.operations };
  if (mismatch === undefined) return { counts, failures: [] };
  const { watcher, operation, isLate, stale, missing, log } = mismatch;
  const lines = [
    `watcher ${watcher} differs after ${operation} operations${isLate ? ", and no longer eight seconds later" : ""}`,
    ...stale.map((line) => `  only the watcher: ${line}`),
    ...missing.map((line) => `  only the new workspace: ${line}`),
    "  operations since the answers were last equal:",
    ...log.map((line) => `    ${line}`),
  ];
  return { counts, failures: [lines.join("\n")] };
}
