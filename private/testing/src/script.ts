import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { nobodyOptions } from "./nobody.ts";
import { bundledProgram } from "./program.ts";

export interface ScriptOptions {
  /** The directory in which the script runs, and from which its imports are resolved. */
  readonly cwd: string;
  /** Begin at `process.argv[2]`. */
  readonly args?: readonly string[];
  /** A shell command that sets limits before the script starts, for example `ulimit -f 8`. */
  readonly limits?: string;
  /** Whether to run as the user `nobody` if the tests run as root. */
  readonly asNobody?: boolean;
}

export type ScriptProcess = ChildProcessByStdio<null, Readable, null>;

/**
 * Runs a TypeScript module, given as text, in a child process that is killed when the test ends. Its text should be the same in each run, since it
 * is bundled once for all runs.
 */
export function startScript(script: string, { cwd, args = [], limits = "", asNobody = false }: ScriptOptions): ScriptProcess {
  const program = bundledProgram(join(cwd, "script.ts"), script);
  const node = [process.execPath, "--conditions=@precept/source", program, ...args];
  const [command = "", ...rest] = limits === "" ? node : ["sh", "-c", `${limits} && exec "$@"`, "sh", ...node];
  const child = spawn(command, rest, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    ...(asNobody && nobodyOptions()),
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Calls `onLine` for each complete line that a process prints. Resolves when the process has ended. */
export async function eachLine(child: ScriptProcess, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  await new Promise((resolve) => child.once("close", resolve));
}
