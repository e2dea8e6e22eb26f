import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readProcessFile } from "@precept/files";

/** The interval of measurements in milliseconds, and how many of them without progress mean that a process stalls. */
const interval = 500;
const maxIdleMeasurements = 6;

/** Calls back if git makes no progress for three seconds, as on a named pipe. Linux only. Returns what stops it. */
export function onStall({ pid, stdout }: ChildProcessWithoutNullStreams, callback: () => void): () => void {
  let before: string | undefined;
  let unchanged = 0;
  const measure = async (): Promise<void> => {
    const now = pid === undefined || stdout.readableLength > 0 ? undefined : await progressOf(pid);
    unchanged = now !== undefined && now === before ? unchanged + 1 : 0;
    before = now;
    if (unchanged === maxIdleMeasurements) callback();
  };
  const timer = setInterval(() => void measure(), interval).unref();
  return () => clearInterval(timer);
}

async function progressOf(pid: number): Promise<string | undefined> {
  const [stat, io] = await Promise.all([readProcessFile(pid, "stat"), readProcessFile(pid, "io")]);
  // The program name can contain spaces. The times are fields 14 and 15.
  const times = stat
    ?.slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return times === undefined || io === undefined ? undefined : `${times.join(" ")} ${io}`;
}
