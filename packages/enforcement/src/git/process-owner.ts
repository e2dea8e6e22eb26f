import { hostname } from "node:os";
import { readProcessFile } from "@precept/files";

/** The process that holds a lock. */
export interface ProcessOwner {
  readonly pid: number;
  readonly host: string;
  /** When it was started, in the clock ticks of Linux; undefined elsewhere. */
  readonly started: string | undefined;
}

/** Describes this process for {@link readOwner}, such as `precept 4711 812345 laptop`. */
export async function formatOwner(): Promise<string> {
  const started = await readStart(process.pid);
  return `precept ${process.pid} ${started?.ticks ?? "-"} ${hostname()}\n`;
}

export function readOwner(text: string): ProcessOwner | undefined {
  const [, pid, started, host] = /^precept (\d+) (\S+) (.*)\n$/.exec(text) ?? [];
  if (pid === undefined || host === undefined) return undefined;
  return { pid: Number(pid), host, started: started === "-" ? undefined : started };
}

/** Whether a process is running. A process on another host counts as running, since this host cannot check it. */
export async function isRunning({ pid, host, started }: ProcessOwner): Promise<boolean> {
  if (host !== hostname()) return true;
  if (!exists(pid)) return false;
  const found = await readStart(pid);
  if (found === undefined) return true;
  if (found.isZombie) return false;
  // The system reuses the ids of processes that have ended.
  return started === undefined || found.ticks === started;
}

/** Whether a process runs whose command line contains a text. An unreadable command line counts as containing it. */
export async function isRunningWith(pid: number, text: string): Promise<boolean> {
  if (!exists(pid)) return false;
  const found = await readStart(pid);
  return found === undefined || (!found.isZombie && (await readProcessFile(pid, "cmdline"))?.includes(text) === true);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** @returns undefined if the system does not provide it. */
async function readStart(pid: number): Promise<{ readonly ticks: string; readonly isZombie: boolean } | undefined> {
  const text = await readProcessFile(pid, "stat");
  if (text === undefined) return undefined;
  // The program name, in parentheses, can contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { ticks: fields[19] ?? "", isZombie: fields[0] === "Z" };
}
