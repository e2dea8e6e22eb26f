import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";

/** A process that runs a script. It is killed when the test has finished. */
export interface Script {
  readonly pid: number;
  /** Returns the next line of its output, or undefined if it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Sends a signal. For `SIGKILL`, waits until the process has ended. */
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
}

/**
 * Writes what Node has compiled so far to the cache that child processes share. A killed process would not write it,
 * and so the next one would compile the same sources again.
 */
const shareCompiledCode = 'process.getBuiltinModule("node:module").flushCompileCache();';

/**
 * Starts a script with the variables `files` (the exports of this package), `root` (the root of the given directory)
 * and `args`.
 */
export function startScript(dir: string, script: string, args: readonly string[] = []): Script {
  const program = `
    import * as files from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    const [dir, ...args] = process.argv.slice(1);
    const root = files.openRoot(dir);
    ${shareCompiledCode}
    ${script}`;
  const node = ["--conditions=@precept/source", "--input-type=module-typescript", "--eval", program, dir, ...args];
  const child = spawn(process.execPath, node, { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const hasEnded = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = readLines(child);
  return {
    pid: child.pid ?? 0,
    nextLine: async () => (await lines.next()).value ?? undefined,
    async signal(name) {
      child.kill(name);
      if (name === "SIGKILL") await hasEnded;
    },
  };
}

async function* readLines(child: ChildProcessByStdio<null, Readable, null>): AsyncGenerator<string, undefined> {
  let rest = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
