import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("enforce-often.ts", import.meta.url));

/** Enforces policies on the same bad text in another process, so many times. Returns how the process ended. */
export async function startEnforcer(dir: string, home: string, times: number): Promise<unknown> {
  const child = fork(program, [dir, home, String(times)], { execArgv: ["--conditions=@precept/source"] });
  const [code] = (await once(child, "exit")) as readonly unknown[];
  return code;
}
