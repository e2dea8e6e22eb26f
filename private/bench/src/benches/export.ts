import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { comparePairs } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { DifferentAnswers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const targets = { cursor: ".cursor", claude: ".claude", kiro: ".kiro" };

/** The whole process of `precept export` to three tools, with nothing to do and with everything to do, against one of node's that does nothing. */
export async function benchExport(): Promise<readonly Row[]> {
  const { rules } = createWorkload(1000);
  const what = `precept export, ${rules.length} rules to 3 tools, whole process`;
  const warm = { bench: "export", what: `${what}, no change`, against: "node -e 0", hold: { kind: "times", limit: 6 } } as const;
  const cold = { bench: "export", what: `${what}, everything new`, against: "node -e 0" } as const;
  if (!existsSync(program))
    return [warm, cold].map((row) => ({ ...row, ours: "", opponent: "", skipped: "build first (pnpm build)" }));

  await using files = await writeRuleFiles(rules, "native");
  const args = [program, "export", "--to", Object.keys(targets).join(","), "--root", files.dir];
  // No rules but those of the directory: not the ones of whoever runs the bench.
  const env = { ...process.env, PRECEPT_HOME: `${files.dir}/home`, NO_COLOR: "1" };
  const forget = async (): Promise<void> => {
    const written = [...Object.values(targets), ".precept/ledger.json"];
    await Promise.all(written.map((path) => rm(join(files.dir, path), { recursive: true, force: true })));
  };
  const nothing = async (): Promise<number> => timeOf(["-e", "0"], env);
  const anew = await comparePairs(
    async () => {
      await forget();
      return timeOf(args, env);
    },
    nothing,
    7,
  );
  await checkFiles(files.dir, rules.length);
  const again = await comparePairs(() => timeOf(args, env), nothing, 15);
  return [
    { ...warm, ours: formatTime(again.ours), opponent: formatTime(again.opponent), ratio: again.timeRatio },
    { ...cold, ours: formatTime(anew.ours), opponent: formatTime(anew.opponent), ratio: anew.timeRatio },
  ];
}

async function checkFiles(dir: string, least: number): Promise<void> {
  for (const target of Object.values(targets)) {
    const names = await readdir(join(dir, target), { recursive: true });
    const written = names.filter((name) => /\.mdc?$/.test(name)).length;
    // A few rules of the workload are of kinds that not every tool has.
    if (written < least / 2)
      throw new DifferentAnswers(`precept export wrote ${written} files for ${least} rules into ${target}.`);
  }
}

async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - start;
}
