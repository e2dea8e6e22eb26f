import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { preceptProgram } from "@precept/testing/program";

/** Creates a program `precept`. @returns its directory, for `PATH`. */
export async function createPreceptProgram(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const program = join(dir, "precept");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${preceptProgram()}" "$@"\n`);
  await chmod(program, 0o755);
  return dir;
}
