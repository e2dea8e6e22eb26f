import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { starterPolicies } from "@precept/governance/starters";
import { comparePairs } from "../measure.ts";
import { formatTime, type Row } from "../report.ts";
import { writeRuleFiles } from "../rule-files.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { warmCaches } from "../warm-caches.ts";
import { createWorkload } from "../workload.ts";

const program = fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url));

/** The number of measurements of a process with warm caches, and with empty ones. */
const warmRounds = 25;
const coldRounds = 5;

/** A call of a tool, as Claude Code sends it. */
interface Call {
  readonly what: string;
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, string>>;
  readonly isDenied: boolean;
}

const command: Call = { what: "a command", tool_name: "Bash", tool_input: { command: "ls -la src" }, isDenied: false };
const calls: readonly Call[] = [
  command,
  {
    what: "an edit",
    tool_name: "Write",
    tool_input: { file_path: "src/a.ts", content: "export const a = 1;\n" },
    isDenied: false,
  },
  { what: "a denied command", tool_name: "Bash", tool_input: { command: "rm -rf /" }, isDenied: true },
];

/** Times the whole process of `precept hook` with 100 rules and all starter policies against an empty Node process. */
export async function benchHooks(): Promise<readonly Row[]> {
  const { rules } = createWorkload(100);
  const row = { bench: "hooks", against: "node -e 0", goal: { kind: "times", limit: 3 } } as const;
  const title = (what: string): string => `precept hook, ${rules.length} rules, all starters, ${what}`;
  if (!existsSync(program)) {
    return [{ ...row, what: title(command.what), precept: "", baseline: "", skipped: "build first (pnpm build)" }];
  }
  await using files = await writeRuleFiles(rules);
  const { dir } = files;
  await writeFile(join(dir, ".precept/config.yaml"), `policies:\n  starters: [${Object.keys(starterPolicies).join(", ")}]\n`);
  const home = join(dir, "home");
  const env = { ...process.env, PRECEPT_HOME: home, NO_COLOR: "1" };
  const empty = async (): Promise<number> => (await run(["-e", "0"], "", env)).time;
  const hook = async (call: Call): Promise<number> => {
    const { time, stdout } = await run([program, "hook", "claude-code"], payloadOf(call, dir), env);
    if (stdout.includes('"deny"') !== call.isDenied) throw new ResultMismatch(`${call.what} was answered with ${stdout}.`);
    return time;
  };
  const rows: Row[] = [];
  for (const call of calls) {
    await warmCaches(home, () => hook(call));
    const measured = await comparePairs(() => hook(call), empty, warmRounds);
    rows.push({
      ...row,
      what: title(call.what),
      precept: formatTime(measured.precept),
      baseline: formatTime(measured.baseline),
      ratio: measured.timeRatio,
    });
  }
  rows.push(await benchCheck(dir, { env, empty, row, home }));
  const clear = async (): Promise<number> => {
    // An earlier hook may still write to it.
    await rm(join(home, "cache"), { recursive: true, force: true, maxRetries: 10 });
    return hook(command);
  };
  const cold = await comparePairs(clear, empty, coldRounds);
  rows.push({
    bench: row.bench,
    against: row.against,
    what: title(`${command.what}, without caches`),
    precept: formatTime(cold.precept),
    baseline: formatTime(cold.baseline),
    ratio: cold.timeRatio,
  });
  return rows;
}

interface CheckBench {
  readonly env: NodeJS.ProcessEnv;
  readonly empty: () => Promise<number>;
  readonly row: Pick<Row, "bench" | "against" | "goal">;
  readonly home: string;
}

/** Times the whole process of `precept check` of one file. */
async function benchCheck(dir: string, { env, empty, row, home }: CheckBench): Promise<Row> {
  const file = join(dir, "src/a.ts");
  await mkdir(join(dir, "src"), { recursive: true });
  await writeFile(file, "export const a = 1;\n");
  const check = async (): Promise<number> => {
    const { time, stdout } = await run([program, "check", file, "--root", dir], "", env);
    if (!stdout.includes("no violations")) throw new ResultMismatch(`precept check answered ${stdout}.`);
    return time;
  };
  await warmCaches(home, check);
  const { precept, baseline, timeRatio } = await comparePairs(check, empty, warmRounds);
  const what = "precept check of one file, all starters";
  return { ...row, what, precept: formatTime(precept), baseline: formatTime(baseline), ratio: timeRatio };
}

function payloadOf({ tool_name, tool_input }: Call, cwd: string): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "bench",
    tool_use_id: "bench",
    cwd,
    tool_name,
    tool_input,
  });
}

/** Runs a process with this standard input. Its exit code is not considered. */
async function run(
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly time: number; readonly stdout: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  // A process that does not read its input closes the pipe.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  let stdout = "";
  for await (const chunk of child.stdout) stdout += String(chunk);
  return { time: performance.now() - start, stdout };
}
