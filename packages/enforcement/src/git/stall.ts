import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readProcessFile } from "@precept/files";

/** How often progress is measured, in milliseconds, and how many measurements without any mean that a process is stalled. */
const interval = 500;
const patience = 6;

/**
 * Calls back when a process makes no progress for three seconds: it uses no processor time, reads and writes nothing, and nothing that it wrote is
 * waiting to be read. Git stalls when it opens a pipe that lies where it expects a file, such as a `.gitignore`. Only Linux tells of progress.
 *
 * @returns the function that ends it.
 */
export function onStall({ pid, stdout }: ChildProcessWithoutNullStreams, callback: () => void): () => void {
  let before: string | undefined;
  let unchanged = 0;
  const measure = async (): Promise<void> => {
    const now = pid === undefined || stdout.readableLength > 0 ? undefined : await progressOf(pid);
    unchanged = now !== undefined && now === before ? unchanged + 1 : 0;
    before = now;
    if (unchanged === patience) callback();
  };
  const timer = setInterval(() => void measure(), interval).unref();
  return () => clearInterval(timer);
}

async function progressOf(pid: number): Promise<string | undefined> {
  const [stat, io] = await Promise.all([readProcessFile(pid, "stat"), readProcessFile(pid, "io")]);
  // The name of the program may hold spaces; the times are the 14th and the 15th field of all.
  const times = stat
    ?.slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return times === undefined || io === undefined ? undefined : `${times.join(" ")} ${io}`;
}
