import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "@precept/testing/program";

export interface Writer {
  readonly child: ChildProcess;
  /** The lines that it printed: what was acknowledged. */
  readonly acknowledged: string[];
  /** Resolves with the first line, or if the process ends. */
  readonly hasStarted: Promise<void>;
}

/** Starts a program that writes until it is killed. */
export function startWriter(program: string, ...args: readonly string[]): Writer {
  const child = spawn(process.execPath, [bundledProgram(program), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  let rest = "";
  const hasStarted = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      acknowledged.push(...lines);
      resolve();
    });
    child.once("exit", () => resolve());
  });
  return { child, acknowledged, hasStarted };
}

/** Kills a writer. @throws Error if it has ended by itself, for example with an error, which it has printed. */
export async function killWriter({ child }: Writer): Promise<void> {
  if (child.exitCode !== null) throw new Error(`A writer ended by itself, with exit code ${child.exitCode}.`);
  child.kill("SIGKILL");
  await once(child, "close");
}
