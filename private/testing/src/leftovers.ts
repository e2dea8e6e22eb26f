import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The environment variable that marks the processes of a run, and of whatever they start. */
const mark = "PRECEPT_TEST_RUN";

const memory = "/dev/shm";

/** The environment that a run needs for `startWatch` to recognise what belongs to it. `tmpdir()` is new and empty. */
export function markedEnvironment(): { readonly TMPDIR: string; readonly [mark]: string } {
  return { TMPDIR: join(temporaryParent(), `precept-run-${process.pid}`), [mark]: String(process.pid) };
}

/** A file system in memory, if Linux has one with 2 GB free: tests flush thousands of small files. TMPDIR chooses another directory. */
function temporaryParent(): string {
  if (process.env["TMPDIR"] === undefined && existsSync(memory)) {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 2e9) return memory;
  }
  return realpathSync(tmpdir());
}

/**
 * Remembers the state before a run. The function that it returns removes the temporary directory of the run, stops processes that still run,
 * and returns a line for each process, each file in the temporary directory and each changed file of the repository that the run left.
 */
export function startWatch(
  root: string,
  { TMPDIR: temporary, [mark]: run }: ReturnType<typeof markedEnvironment>,
): () => Promise<string[]> {
  mkdirSync(temporary, { recursive: true });
  // Some tests run as another user.
  chmodSync(temporary, 0o1777);
  const before = readChanges(root);
  return async () => {
    const processes = await waitForProcesses(run);
    for (const { pid } of processes) process.kill(pid, "SIGKILL");
    const files = readdirSync(temporary);
    rmSync(temporary, { recursive: true, force: true });
    return [
      ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
      ...files.map((name) => `temporary file ${name}`),
      ...readChanges(root)
        .filter((line) => !before.includes(line))
        .map((line) => `changed file ${line}`),
    ];
  };
}

/** Waits up to two seconds for the processes of a run to end, and returns those that did not. */
async function waitForProcesses(run: string): Promise<{ pid: number; command: string }[]> {
  for (let tries = 0; ; tries += 1) {
    const processes = findProcesses(run);
    if (processes.length === 0 || tries === 20) return processes;
    await sleep(100);
  }
}

/** The environment of a process can be read only on Linux. */
function findProcesses(run: string): { pid: number; command: string }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, "utf8").split("\0").includes(`${mark}=${run}`)) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ") }];
      } catch {
        // The process has ended, or belongs to another user.
        return [];
      }
    });
}

/** Outside CI, files also change because a developer edits them during the run. */
function readChanges(root: string): string[] {
  if (process.env["CI"] === undefined) return [];
  return execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}
