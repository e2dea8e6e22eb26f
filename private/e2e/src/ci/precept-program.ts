import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../run-node.ts";

/** Creates a program `precept` that runs the command line from its sources. @returns its directory, for `PATH`. */
export async function createPreceptProgram(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const program = join(dir, "precept");
  const main = join(root, "apps/cli/src/main.ts");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" --conditions=@precept/source "${main}" "$@"\n`);
  await chmod(program, 0o755);
  return dir;
}
