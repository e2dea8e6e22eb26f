import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";
import { nobodyOptions } from "./nobody.ts";

/** A PostgreSQL server on the loopback interface, with an empty directory. It is stopped with its process at the latest. */
export interface PostgresServer extends AsyncDisposable {
  /** The URL of an empty database, as its superuser. */
  readonly url: string;
  readonly pid: number;
  /** Starts it again after it was stopped or killed, with the same data and port. */
  readonly start: () => Promise<void>;
  /** Stops it. `SIGINT` ends open connections, `SIGQUIT` does so without a checkpoint, as a crash. */
  readonly stop: (signal?: "SIGINT" | "SIGQUIT") => Promise<void>;
}

/** The directory of PostgreSQL's programs: of PATH, or of a Debian package. Undefined if it is not installed. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((left, right) => Number(right) - Number(left)) : [];
  const directories = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return directories.find((directory) => existsSync(join(directory, "initdb")) && existsSync(join(directory, "postgres")));
}

/** How long the server may take to start, in milliseconds. */
const startLimitMs = 60_000;

/** Creates the data of a server and starts it. @param programs the directory of its programs. */
export async function startPostgresServer(programs: string): Promise<PostgresServer> {
  const directory = mkdtempSync(join(memoryOrDisk(), "precept-postgres-"));
  const { uid, gid } = nobodyOptions();
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  const data = join(directory, "data");
  // Without the variables that mark the processes of a test run: this server is stopped after the run.
  const options = { cwd: directory, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" }, ...nobodyOptions() };
  const init = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(programs, "initdb"), init, { ...options, stdio: "ignore" });
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "300",
    fsync: "off",
    shared_buffers: "64MB",
  };
  const args = ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  let running:
    | { readonly pid: number; readonly exited: Promise<unknown>; readonly kill: (signal: NodeJS.Signals) => void }
    | undefined;
  const start = async (): Promise<void> => {
    const child = spawn(join(programs, "postgres"), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    const exited = once(child, "exit");
    const kill = (signal: NodeJS.Signals): boolean => child.kill(signal);
    running = { pid: child.pid ?? 0, exited, kill };
    const ready = Promise.withResolvers<void>();
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("ready to accept connections")) ready.resolve();
    });
    const timer = setTimeout(() => ready.reject(new Error(`PostgreSQL did not start: ${log}`)), startLimitMs);
    void exited.then(() => ready.reject(new Error(`PostgreSQL has ended: ${log}`)));
    await ready.promise.finally(() => clearTimeout(timer));
  };
  const stop = async (signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> => {
    running?.kill(signal);
    await running?.exited;
    running = undefined;
  };
  const onExit = (): void => {
    running?.kill("SIGQUIT");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", onExit);
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return running?.pid ?? 0;
    },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop("SIGQUIT");
      process.off("exit", onExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A file system in memory, if Linux has one with 2 GB free. */
function memoryOrDisk(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2e9 ? memory : tmpdir();
}
