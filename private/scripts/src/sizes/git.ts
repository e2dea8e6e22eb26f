import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../packages/published.ts";

const run = promisify(execFile);

/** Runs git in the repository and returns what it prints. */
export async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await run("git", [...args], { cwd: root, maxBuffer: 256 * 2 ** 20 });
  return stdout;
}
