import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";
import { nobodyOptions } from "./nobody.ts";

/** A Redis server on the loopback interface, without data on disk. It is stopped with its process at the latest. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Starts it again after it was stopped, empty and on the same port. */
  readonly start: () => Promise<void>;
  /** Ends it as a crash does. */
  readonly stop: () => Promise<void>;
  /** Stops its process without closing connections, so that commands get no answer. `resume` continues it. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** The program of Redis or Valkey in PATH. Undefined if neither is installed. */
export function findRedis(): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  const programs = directories.flatMap((directory) => [join(directory, "redis-server"), join(directory, "valkey-server")]);
  return programs.find((program) => existsSync(program));
}

/** How long the server may take to start, in milliseconds. */
const startLimitMs = 30_000;

/** Starts a server. @param settings further settings of it, such as `["--requirepass", "secret"]`. */
export async function startRedisServer(program: string, settings: readonly string[] = []): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), "precept-redis-"));
  const { uid, gid } = nobodyOptions();
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", directory, "--save", "", "--appendonly", "no"];
  // Without the variables that mark the processes of a test run: this server is stopped after the run.
  const options = { cwd: directory, env: { PATH: process.env["PATH"] ?? "" }, ...nobodyOptions() };
  let running: ReturnType<typeof spawn> | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<void> => {
    const child = spawn(program, [...args, ...settings], { ...options, stdio: ["ignore", "pipe", "ignore"] });
    running = child;
    exited = once(child, "exit");
    const ready = Promise.withResolvers<void>();
    let log = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("Ready to accept connections")) ready.resolve();
    });
    const timer = setTimeout(() => ready.reject(new Error(`Redis did not start: ${log}`)), startLimitMs);
    void exited.then(() => ready.reject(new Error(`Redis has ended: ${log}`)));
    await ready.promise.finally(() => clearTimeout(timer));
  };
  const stop = async (): Promise<void> => {
    running?.kill("SIGKILL");
    await exited;
    running = undefined;
  };
  const onExit = (): void => {
    running?.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", onExit);
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return running?.pid ?? 0;
    },
    start,
    stop,
    pause: () => void running?.kill("SIGSTOP"),
    resume: () => void running?.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await stop();
      process.off("exit", onExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
