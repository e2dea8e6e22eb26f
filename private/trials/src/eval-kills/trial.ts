import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { preceptProgram } from "@precept/testing/program";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";

/** An agent that follows the rule if its rule file has it, after a while. Each start leaves a line in a file outside of its copy. */
const agent = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
appendFileSync(process.env.STARTS, "x");
await setTimeout(20);
const rules = existsSync("AGENTS.md") ? readFileSync("AGENTS.md", "utf8") : "";
writeFileSync("b.ts", rules.includes("No any") ? "good" : "bad");
`;

const runs = { sample: 1, full: 6 } as const;

interface Output {
  readonly code: number | null;
  readonly out: string;
}

/**
 * Kills `precept eval` at random moments, and resumes it. At the end there must be each run once, the report of an eval that was not killed, the same bytes in
 * a replay, and no copy of the project.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const random = new Random(seed);
  const base = realpathSync(mkdtempSync(join(tmpdir(), "precept-eval-kills-")));
  try {
    const dir = join(base, "project");
    const temporary = join(base, "tmp");
    mkdirSync(temporary, { recursive: true });
    writeProject(dir, join(base, "starts"));
    const start = (args: readonly string[]): ChildProcess =>
      spawn(process.execPath, [preceptProgram(), "eval", ...args], {
        cwd: dir,
        env: {
          PATH: process.env["PATH"],
          HOME: base,
          TMPDIR: temporary,
          PRECEPT_HOME: join(base, "home"),
          PRECEPT_TRUSTED_DIRS: dir,
        },
        stdio: ["ignore", "pipe", "ignore"],
      });
    const args = ["--runs", String(runs[size]), "--yes"];
    let kills = 0;
    let output = await runKilled(start(args), 100 + random.below(500));
    while (output === undefined) {
      kills += 1;
      const hasStarted = evalsIn(dir).length > 0;
      // The last one is not killed, so that the trial ends.
      output = await runKilled(start(hasStarted ? ["--resume", "--yes"] : args), kills < 4 ? 100 + random.below(500) : undefined);
    }
    const failures: string[] = [];
    const planned = 3 * runs[size];
    if (output.code !== 0) failures.push(`the last process ended with ${output.code}`);
    if (!output.out.includes(`${planned} runs`)) failures.push(`not all runs are there: ${output.out}`);
    const expected = new RegExp(`types +${runs[size]} of ${runs[size]} +0 of ${runs[size]} +0 of ${runs[size]} `);
    if (!expected.test(output.out)) failures.push(`the report differs: ${output.out}`);
    const replay = await runKilled(start(["--replay"]), undefined);
    if (replay?.out !== output.out) failures.push("a replay has other bytes");
    const left = readdirSync(temporary).filter((name) => name.startsWith("precept-copies-"));
    if (left.length > 0) failures.push(`copies are left: ${left.join(", ")}`);
    return { counts: { kills, runs: planned }, failures };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Runs a process to its end, or kills it after a time. Undefined if it was killed. */
async function runKilled(child: ChildProcess, after: number | undefined): Promise<Output | undefined> {
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  const closed = once(child, "close") as Promise<[number | null]>;
  if (after === undefined) return { code: (await closed)[0], out };
  const stop = new AbortController();
  const killed = setTimeout(after, true, { signal: stop.signal }).catch(() => false);
  const isKilled = await Promise.race([killed, closed.then(() => false)]);
  stop.abort();
  if (isKilled) child.kill("SIGKILL");
  const [code] = await closed;
  // The agents of a killed process end by themselves.
  if (isKilled) await setTimeout(150);
  return isKilled ? undefined : { code, out };
}

function evalsIn(dir: string): readonly string[] {
  try {
    return readdirSync(join(dir, ".precept/state/evals"));
  } catch {
    return [];
  }
}

function writeProject(dir: string, starts: string): void {
  const command = [process.execPath, "agent.mjs"];
  const files = {
    ".precept/rules/types.md": "---\nname: types\ndescription: Types\n---\n\nNo any.\n",
    ".precept/evals/types.yaml": `rules: [types]\ntask: Add b\nexpect: { match: { pattern: bad } }\nagent: ${JSON.stringify({ command, env: { STARTS: starts } })}\n`,
    "agent.mjs": agent,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}
