import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { preceptProgram } from "./program.ts";

export interface ServerProcessOptions {
  /** Options of `precept serve`, except `--port`. */
  readonly args: readonly string[];
  /** The user's Precept directory. Default: that of the environment. */
  readonly home?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running `precept serve`. It does not import vitest, so that scripts can use it too. */
export interface ServerProcess extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly pid: number;
  /** What it wrote to standard error so far. */
  readonly log: () => string;
  /** Sends a signal and waits until the process has ended. Returns its exit code; null if the signal ended it. */
  readonly stop: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>;
  /** Its resident memory in bytes. */
  readonly residentBytes: () => Promise<number>;
}

/** How long a server may take to answer its first request, in milliseconds. */
const startLimitMs = 60_000;

/** Starts a server in a process of its own, and waits until it answers. Disposal kills it. */
export async function startServerProcess({ args, home, port = 0, env = {} }: ServerProcessOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [preceptProgram(), "serve", ...args, "--port", String(port)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(home !== undefined && { PRECEPT_HOME: home }), ...env },
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const url = await firstLine(child, exited, () => log);
  const { pid } = child;
  if (pid === undefined) throw new Error("The server has no process id.");
  const stop = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    url,
    pid,
    log: () => log,
    stop,
    async residentBytes() {
      const [, pages = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
      return Number(pages) * 4096;
    },
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
    },
  };
}

async function firstLine(child: ChildProcess, exited: Promise<unknown>, log: () => string): Promise<string> {
  if (child.stdout === null) throw new Error("The server has no standard output.");
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
  const line = await Promise.race([once(lines, "line"), exited.then(() => undefined)]);
  clearTimeout(timer);
  const url = /https?:\/\/\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`The server did not start: ${String(line)}\n${log()}`);
  return url;
}
