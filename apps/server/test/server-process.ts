import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundledProgram } from "@precept/testing/program";
import { onTestFinished } from "vitest";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** What it wrote to standard output. */
  readonly out: () => string;
  /** What it wrote to standard error. */
  readonly err: () => string;
  /** The address, after it was printed. Rejects if the process ends before. */
  readonly url: Promise<string>;
  /** The exit code and the signal, after the end. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

const program = join(import.meta.dirname, "../src/main.ts");

/** Starts `precept-server`, or another program with the same output. It is killed when the test has finished. */
export function startServerProcess(
  args: readonly string[],
  {
    cwd,
    env = {},
    command = [bundledProgram(program)],
  }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly command?: readonly string[] },
): ServerProcess {
  const child = spawn(process.execPath, [...command, ...args], {
    cwd,
    env: { ...process.env, PRECEPT_HOME: join(cwd, "home"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      out += String(chunk);
      const [, found] = /listening on (\S+)/.exec(out) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server ended: ${err}`)));
  });
  url.catch(() => undefined);
  return { child, out: () => out, err: () => err, url, ended };
}
