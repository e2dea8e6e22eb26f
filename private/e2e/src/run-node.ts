import { spawn } from "node:child_process";
import { join } from "node:path";

/** The root of the repository. */
export const root: string = join(import.meta.dirname, "../../..");

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a TypeScript program of the repository in a new process, from the sources. */
export function runNode(
  program: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  input = "",
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@precept/source", join(root, program), ...args], {
      cwd: root,
      env: { ...process.env, PRECEPT_HOME: join(root, "no-home"), ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    child.on("error", reject);
    child.stdin.end(input);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
