import { spawn } from "node:child_process";
import { join } from "node:path";
import { preceptProgram } from "@precept/testing/program";
import { onTestFinished } from "vitest";
import type { TestProject } from "./precept-in.ts";

interface ProcessOutcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `precept` in a child process, which is killed when the test ends. */
export async function preceptProcess({ dir }: Pick<TestProject, "dir">, args: readonly string[]): Promise<ProcessOutcome> {
  const env = { ...process.env, PRECEPT_HOME: join(dir, "no-home"), NO_COLOR: "1" };
  const child = spawn(process.execPath, [preceptProgram(), ...args], {
    cwd: dir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}
