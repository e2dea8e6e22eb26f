import { startScript as startProgram, type ScriptProcess } from "@precept/testing";

/** A process that runs a script. It is killed when the test has finished. */
export interface Script {
  readonly pid: number;
  /** Returns the next line of its output, or undefined if it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Sends a signal. For `SIGKILL`, waits until the process has ended. */
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
}

/**
 * Starts a script with the variables `files` (the exports of this package), `root` (the root of the given directory)
 * and `args`.
 */
export function startScript(dir: string, script: string, args: readonly string[] = []): Script {
  const program = `
    import * as files from "../src/index.ts";
    const [, , dir, ...args] = process.argv;
    const root = files.openRoot(dir);
    ${script}`;
  const child = startProgram(program, { cwd: import.meta.dirname, args: [dir, ...args] });
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

async function* readLines(child: ScriptProcess): AsyncGenerator<string, undefined> {
  let rest = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
