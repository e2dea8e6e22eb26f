import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Another process that runs a program of this directory. It ends with the test at the latest. */
export interface Child {
  readonly process: ChildProcess;
  /** What it prints. */
  readonly output: Readable;
  /** Sends a message and waits for the answer. */
  ask(message: object): Promise<string>;
  /** Waits for the next message. */
  next(): Promise<string>;
  /** Ends it as a crash would: it can do nothing about it. */
  kill(): Promise<void>;
}

interface ChildOptions {
  readonly args: readonly string[];
  /** Whether it runs as a user who owns nothing, where the tests run as one who may do everything. */
  readonly asNobody?: boolean;
}

const nobody = { uid: 65_534, gid: 65_534 };

export function startChild(program: URL, { args, asNobody = false }: ChildOptions): Child {
  const child = fork(fileURLToPath(program), args, {
    execArgv: ["--conditions=@precept/source"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    ...(asNobody && process.getuid?.() === 0 && nobody),
  });
  const arrived: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  child.on("message", (message) => {
    const take = waiting.shift();
    // The programs of this directory send nothing but texts.
    if (take === undefined) arrived.push(message as string);
    else take(message as string);
  });
  const exited = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const answer = (): Promise<string> =>
    new Promise((resolve) => {
      const first = arrived.shift();
      if (first === undefined) waiting.push(resolve);
      else resolve(first);
    });
  // A child that ends before it answers fails the test at once.
  const ended = exited.then(() => Promise.reject(new Error(`${program.pathname} has ended.`)));
  ended.catch(() => undefined);
  const next = (): Promise<string> => Promise.race([answer(), ended]);
  return {
    process: child,
    output: child.stdout as Readable,
    next,
    ask: (message) => {
      child.send(message);
      return next();
    },
    kill,
  };
}

/** Why the tests that need another user can't run here; undefined where they can. */
export function whyNotAsNobody(): string | undefined {
  if (process.platform === "win32") return "Windows has no such users";
  if (process.getuid?.() !== 0) return undefined;
  try {
    execFileSync(process.execPath, ["--eval", "0"], { cwd: import.meta.dirname, stdio: "ignore", ...nobody });
    return undefined;
  } catch {
    return "the user nobody may not read this directory";
  }
}
