import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "../root.ts";
import type { HostRun, RealHost } from "./hosts.ts";

/** A process that takes longer is ended. In milliseconds. */
const limit = 180_000;

/** What a process printed, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Where a program is installed, or undefined. */
export function findProgram(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A project with a git repository, a home directory and a `precept` program, which is removed after the run of a host. */
export class HostProject implements Disposable {
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), "precept-hosts-")));
  readonly dir = join(this.#base, "shop");
  readonly home = join(this.#base, "home");
  readonly #bin = join(this.#base, "bin");
  /** Agents leave files in the directory of temporary files. */
  readonly #temporary = join(this.#base, "tmp");

  constructor(files: Readonly<Record<string, string>>) {
    for (const dir of [this.dir, this.home, this.#bin, this.#temporary]) mkdirSync(dir);
    for (const [path, text] of Object.entries(files)) this.write(this.dir, path, text);
    const program = join(root, "apps/cli/dist/main.js");
    const shim = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
    writeFileSync(join(this.#bin, "precept"), shim, { mode: 0o755 });
    spawnSync("git", ["init", "-q"], { cwd: this.dir });
  }

  write(base: string, path: string, text: string): void {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }

  precept(...args: readonly string[]): Promise<Ended> {
    return this.#run("precept", args, {});
  }

  /** Runs the host with one prompt. */
  prompt(host: RealHost, url: string, prompt: string, continues: boolean): Promise<Ended> {
    const run: HostRun = { dir: this.dir, home: this.home, url };
    return this.#run(host.program, host.args(prompt, continues), host.env(run));
  }

  #run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
    const path = [this.#bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
    const child = spawn(program, args, {
      cwd: this.dir,
      env: {
        PATH: path,
        HOME: this.home,
        PRECEPT_HOME: join(this.home, "precept"),
        TMPDIR: this.#temporary,
        NO_COLOR: "1",
        TERM: "dumb",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString("utf8")));
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), limit);
    return new Promise((resolve) => {
      child.on("error", (error) => (output += error.message));
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ code, output });
      });
    });
  }

  [Symbol.dispose](): void {
    if (process.env["PRECEPT_KEEP"] === undefined) rmSync(this.#base, { recursive: true, force: true });
    else process.stderr.write(`${this.#base}\n`);
  }
}
