import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { nobody } from "./as-nobody.ts";

interface ScriptOptions {
  /** What the shell is told to allow it, as `ulimit -f 8`. */
  readonly limits?: string;
  /** Whether it runs as a user who owns nothing, where the tests run as one who may do everything. */
  readonly asNobody?: boolean;
}

/**
 * A process that runs a script against the store's sources. It is killed with the test, should it still run then.
 *
 */
export function startScript(
  script: string,
  args: readonly string[],
  { limits = "", asNobody = false }: ScriptOptions = {},
): ChildProcessByStdio<null, Readable, null> {
  const program = [
    `import { createFsStore } from ${JSON.stringify(new URL("../store.ts", import.meta.url).href)};`,
    'import { createRule } from "@precept/core";',
    'import { precept } from "@precept/mdc-compat";',
    'const [projectDir = ""] = process.argv.slice(1);',
    'const store = createFsStore({ projectDir, roots: [{ dir: "r", codec: precept }] });',
    script,
  ].join("\n");
  const node = [process.execPath, "--conditions=@precept/source", "--input-type=module-typescript", "--eval", program, ...args];
  const [command = "", ...rest] = limits === "" ? node : ["sh", "-c", `${limits} && exec "$@"`, "sh", ...node];
  const child = spawn(command, rest, {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
    ...(asNobody && process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Calls back for each whole line that a process prints; fulfilled when it has ended. */
export async function eachLine(child: ChildProcessByStdio<null, Readable, null>, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  await new Promise((resolve) => child.once("close", resolve));
}
