import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { bundledProgram } from "@precept/testing/program";
import type { BatchAnswer } from "./run-batch.ts";
import { environmentOf, type World } from "./world.ts";

/** Runs commands in a child process inside a world. */
export class Runner {
  readonly #world: World;
  readonly #child: ChildProcess;
  /** The output of the process itself, without the output of the commands. */
  printed = "";

  constructor(world: World, env: Readonly<Record<string, string>> = environmentOf(world)) {
    this.#world = world;
    this.#child = fork(bundledProgram(join(import.meta.dirname, "run-batch.ts")), {
      cwd: world.project,
      env,
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.printed += chunk.toString("utf8")));
    }
  }

  run(args: readonly string[], limit: number): Promise<BatchAnswer | "timeout" | "ended"> {
    this.printed = "";
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish("timeout"), limit);
      const onMessage = (answer: BatchAnswer): void => finish(answer);
      const onEnd = (): void => finish("ended");
      const finish = (outcome: BatchAnswer | "timeout" | "ended"): void => {
        clearTimeout(timer);
        this.#child.off("message", onMessage);
        this.#child.off("exit", onEnd);
        resolve(outcome);
      };
      this.#child.on("message", onMessage);
      this.#child.on("exit", onEnd);
      this.#child.send({ args, cwd: this.#world.project });
    });
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}
