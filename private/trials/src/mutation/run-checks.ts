import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RepositoryCopy } from "./copy-repository.ts";
import type { TestAnswer, TestRequest } from "./test-server.ts";

/** Tests of which none ends within this time count as failed: the change made a loop endless. */
const limitMs = 180_000;

export interface Failure {
  /** The test file that failed; undefined if the run failed without one. */
  readonly file?: string | undefined;
  readonly timedOut: boolean;
}

/** Runs the tests of a copy of the repository in a process that stays, because most of the time of a short run is its start. */
export class TestRunner {
  readonly #copy: RepositoryCopy;
  #server: ChildProcess | undefined;

  constructor(copy: RepositoryCopy) {
    this.#copy = copy;
  }

  /** Runs test files, in this order, until one fails. Returns undefined if none does. */
  async run({ changed, tests }: TestRequest): Promise<Failure | undefined> {
    if (tests.length === 0) return undefined;
    const server = (this.#server ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<Failure | undefined>();
    const timer = setTimeout(() => resolve({ timedOut: true }), limitMs);
    const onMessage = ({ isRunning, hasFailed, file }: TestAnswer): void => {
      timer.refresh();
      if (!isRunning) resolve(hasFailed ? { file, timedOut: false } : undefined);
    };
    const onExit = (): void => reject(new Error("The process that runs tests has ended."));
    server
      .on("message", onMessage)
      .once("exit", onExit)
      .send({ changed, tests } satisfies TestRequest);
    const failure = await promise.finally(() => clearTimeout(timer));
    server.off("message", onMessage).off("exit", onExit);
    // An endless loop only ends with its process.
    if (failure?.timedOut === true) this.stop();
    return failure;
  }

  #start(): ChildProcess {
    const { dir, temporary } = this.#copy;
    // In CI, tests behave differently in places, and the copy is not a git repository.
    const { CI: _, ...env } = process.env;
    return fork(join(dir, "private/trials/src/mutation/test-server.ts"), {
      cwd: dir,
      execArgv: ["--conditions=@precept/source"],
      env: { ...env, TMPDIR: temporary },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // The server and its workers are a process group, so that all of them can be stopped.
      detached: true,
    });
  }

  /** Stops the process and its workers. */
  stop(): void {
    const pid = this.#server?.pid;
    this.#server = undefined;
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // They have ended.
    }
  }
}

/** Checks the types of the copy, as `pnpm test` does. After the first time, only files are checked that a change may affect. */
export async function haveTypeErrors({ dir, temporary }: RepositoryCopy): Promise<boolean> {
  const args = ["-p", "tsconfig.json", "--checkers", "1", "--incremental", "--tsBuildInfoFile", join(temporary, "types")];
  const child = spawn(process.execPath, [join(dir, "node_modules/typescript/bin/tsc"), ...args], { cwd: dir, stdio: "ignore" });
  const [code] = (await once(child, "close")) as [number | null];
  return code !== 0;
}
