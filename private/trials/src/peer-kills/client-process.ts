import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";
import type { Command, Line } from "./lines.ts";

type Answer<Kind extends Line["kind"]> = Extract<Line, { readonly kind: Kind }>;

/** A client in its own process, which can be killed. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #lines: Promise<unknown>;
  readonly #waiting = new Map<Line["kind"], ((line: Line) => void)[]>();
  readonly #onLine: (line: Line) => void;

  /** @param onLine called with each event and each accepted write, in order. */
  constructor(path: string, seed: number, onLine: (line: Line) => void) {
    this.#onLine = onLine;
    const program = fileURLToPath(new URL("client.ts", import.meta.url));
    this.#child = spawn(process.execPath, [bundledProgram(program), path, String(seed)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#exited = once(this.#child, "exit");
    const { stdout, stdin } = this.#child;
    if (stdout === null || stdin === null) throw new Error("The client has no pipes.");
    // A killed client cannot read.
    stdin.on("error", () => undefined);
    const lines = createInterface({ input: stdout });
    this.#lines = once(lines, "close");
    lines.on("line", (text) => this.#read(text));
  }

  /** Waits for a line of a kind. */
  wait<Kind extends Line["kind"]>(kind: Kind): Promise<Answer<Kind>> {
    const line = new Promise<Line>((resolve) => this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), resolve]));
    const ended = this.#exited.then(() => Promise.reject(new Error("The client has ended.")));
    // Handled, since the caller may not wait any more.
    ended.catch(() => undefined);
    return Promise.race([line, ended]) as Promise<Answer<Kind>>;
  }

  ask(command: Command): Promise<Line> {
    const answer = this.wait(command.kind === "since" ? "since" : "stopped");
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    return answer;
  }

  /** Kills the process with SIGKILL, and waits until everything that it printed is read. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await Promise.all([this.#exited, this.#lines]);
  }

  #read(text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      // The last line of a killed process can be incomplete.
      return;
    }
    this.#onLine(line);
    this.#waiting.get(line.kind)?.shift()?.(line);
  }
}
