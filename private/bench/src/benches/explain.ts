import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RuleIndex, resolve } from "@precept/core";
import { comparePairs } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { DifferentAnswers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));
const asked = "src/a.ts";

/** The whole process of `precept explain`, against one of node's that does nothing. */
export async function benchExplain(): Promise<readonly Row[]> {
  const { rules } = createWorkload(100);
  const what = `precept explain, ${rules.length} rules, whole process`;
  const row = { bench: "explain", what, against: "node -e 0", hold: { kind: "times", limit: 2.5 } } as const;
  if (!existsSync(program)) return [{ ...row, ours: "", opponent: "", skipped: "build first (pnpm build)" }];

  await using files = await writeRuleFiles(rules);
  const args = [program, "explain", asked, "--root", files.dir];
  // No rules but those of the directory: not the ones of whoever runs the bench.
  const env = { ...process.env, PRECEPT_HOME: `${files.dir}/home`, NO_COLOR: "1" };
  const { stdout } = await run(process.execPath, args, { env }).catch((error: unknown) => {
    throw new DifferentAnswers(`precept explain failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { applied } = resolve(new RuleIndex(rules), { files: [asked] });
  const absent = applied.filter(({ rule }) => !stdout.includes(rule.name));
  if (applied.length === 0 || absent.length > 0)
    throw new DifferentAnswers(`precept explain does not name ${absent.map(({ rule }) => rule.name).join(", ")}.`);

  const measured = await comparePairs(
    () => timeOf(args, env),
    () => timeOf(["-e", "0"], env),
    25,
  );
  return [{ ...row, ours: formatTime(measured.ours), opponent: formatTime(measured.opponent), ratio: measured.timeRatio }];
}

async function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env });
  return performance.now() - start;
}
