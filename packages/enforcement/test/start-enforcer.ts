import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";

const program = fileURLToPath(new URL("enforce-repeatedly.ts", import.meta.url));

/** Enforces policies on the same bad text in another process, this many times. Returns the exit code. */
export async function startEnforcer(dir: string, times: number): Promise<unknown> {
  const child = fork(bundledProgram(program), [dir, String(times)], { execArgv: [] });
  const [code] = (await once(child, "exit")) as readonly unknown[];
  return code;
}
