import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs a program of this directory in a new process, from the sources, and parses the JSON that it prints.
 *
 * @param name the file name without extension.
 * @param flags options of Node.
 */
export async function runChild<Result>(name: string, args: readonly string[], flags: readonly string[] = []): Promise<Result> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { stdout } = await run(process.execPath, [...flags, "--conditions=@precept/source", program, ...args], {
    maxBuffer: 64 << 20,
  });
  return JSON.parse(stdout) as Result;
}
