import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledProgram } from "@precept/testing/program";
import { workloads } from "./workloads.ts";

export interface WritersOutcome {
  readonly kind: string;
  readonly acknowledged: number;
  /** Changes that were refused because another process was faster. */
  readonly refused: number;
  /** The smallest number of acknowledged changes of a writer. */
  readonly fewest: number;
  /** Lost and duplicate changes, and errors of writers. */
  readonly failures: readonly string[];
}

/** The additional time for writers to start and to finish their last change, in milliseconds. */
const grace = 60_000;

/** Runs four writers concurrently and compares the files with the changes that they acknowledged. */
export async function runWriters(kind: string, seconds: number, seed: number): Promise<WritersOutcome> {
  const workload = workloads[kind];
  if (workload === undefined) throw new Error(`Unknown workload "${kind}".`);
  const dir = await mkdtemp(join(tmpdir(), "precept-writers-"));
  try {
    await mkdir(join(dir, ".git"));
    await writeFile(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
    await mkdir(join(dir, ".tmp"));
    await workload.prepare(dir);
    const writers = await Promise.all([0, 1, 2, 3].map((at) => startWriter(kind, dir, `w${at}`, seconds, seed * 4 + at)));
    const acknowledged = writers.flatMap((writer) => writer.acknowledged);
    const left = (await readdir(dir, { recursive: true })).filter((path) => /\.precept-(?:lock|tmp)$/.test(path));
    const failures = [
      ...writers.flatMap((writer) => writer.failures),
      ...(await workload.verify(dir, acknowledged)),
      ...left.map((path) => `left behind: ${path}`),
    ];
    const refused = writers.reduce((sum, writer) => sum + writer.refused, 0);
    const fewest = Math.min(...writers.map((writer) => writer.acknowledged.length));
    return { kind, acknowledged: acknowledged.length, refused, fewest, failures };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

interface Written {
  readonly acknowledged: readonly string[];
  readonly refused: number;
  readonly failures: readonly string[];
}

async function startWriter(kind: string, dir: string, name: string, seconds: number, seed: number): Promise<Written> {
  const args = [bundledProgram(join(import.meta.dirname, "writer.ts")), kind, dir, name, String(seconds), String(seed)];
  // Drafts of edits are not removed by the command; here they are removed with the directory.
  const env = { ...process.env, TMPDIR: join(dir, ".tmp") };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const killer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000 + grace);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(killer);
  const lines = out.split("\n").slice(0, -1);
  const acknowledged = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  return {
    acknowledged,
    refused: lines.length - acknowledged.length,
    failures: code === 0 ? [] : [`${name} exited with ${code ?? "a signal"}: ${err.trim()}`],
  };
}
