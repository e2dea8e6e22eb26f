import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { nobodyOptions } from "@precept/testing";
import { bundledProgram } from "@precept/testing/program";
import { onTestFinished } from "vitest";

/** A process that runs a program of this directory. Killed at the end of the test. */
export interface Child {
  readonly process: ChildProcess;
  /** Its output. */
  readonly output: Readable;
  /** Sends a message and waits for the answer. */
  ask(message: object): Promise<string>;
  /** Waits for the next message. */
  next(): Promise<string>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

interface ChildOptions {
  readonly args: readonly string[];
  /** Whether to run as an unprivileged user if the tests run as root. */
  readonly asNobody?: boolean;
}

export function startChild(program: URL, { args, asNobody = false }: ChildOptions): Child {
  const child = fork(bundledProgram(fileURLToPath(program)), args, {
    execArgv: [],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    ...(asNobody && nobodyOptions()),
  });
  const arrived: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  child.on("message", (message) => {
    const take = waiting.shift();
    // The programs in this directory only send strings.
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
  // Fail the test immediately if the child exits before it answers.
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
