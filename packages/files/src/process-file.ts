import { open } from "node:fs/promises";

/** The most that is read of such a file, in bytes. */
const maxBytes = 65_536;

/**
 * Reads what Linux says about a process in `/proc`: its command line, its state, or what it has read and written.
 *
 * @returns the first 64 KiB; undefined where there is no such process, it may not be read, or the system has no `/proc`.
 */
export async function readProcessFile(pid: number, name: "cmdline" | "stat" | "io"): Promise<string | undefined> {
  if (process.platform !== "linux" || !Number.isSafeInteger(pid)) return undefined;
  try {
    await using handle = await open(`/proc/${pid}/${name}`);
    // The system gives the size of these files as 0.
    const bytes = Buffer.alloc(maxBytes);
    let filled = 0;
    while (filled < maxBytes) {
      const { bytesRead } = await handle.read(bytes, filled, maxBytes - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.toString("utf8", 0, filled);
  } catch {
    return undefined;
  }
}
