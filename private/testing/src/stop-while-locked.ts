import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { ScriptProcess } from "./script.ts";

/** Stops a process (SIGSTOP) while it holds a lock, calls `changeElsewhere`, and continues it. Does so twice, then terminates it. */
export async function stopWhileLocked(lock: string, child: ScriptProcess, changeElsewhere: () => Promise<void>): Promise<void> {
  for (let stops = 0; stops < 2;) {
    const content = await readFile(lock, "utf8").catch(() => "");
    if (!content.startsWith(`${child.pid} `)) continue;
    child.kill("SIGSTOP");
    await setTimeout(20);
    // It may have released the lock just before it was stopped.
    if ((await readFile(lock, "utf8").catch(() => "")) === content) {
      stops += 1;
      await changeElsewhere();
    }
    child.kill("SIGCONT");
    await setTimeout(200);
  }
  child.kill("SIGTERM");
}
