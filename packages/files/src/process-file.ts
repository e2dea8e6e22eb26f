import { open } from "node:fs/promises";

/** The maximum number of bytes that are read. */
const maxBytes = 65_536;

/**
 * Reads information about a process from `/proc` on Linux: its command line, its state, or its I/O counters.
 *
 * @returns the first 65,536 bytes, or undefined if the process does not exist, access is denied, or the system has no
 *   `/proc`.
 */
export async function readProcessFile(pid: number, name: "cmdline" | "stat" | "io"): Promise<string | undefined> {
  if (process.platform !== "linux" || !Number.isSafeInteger(pid)) return undefined;
  try {
    await using handle = await open(`/proc/${pid}/${name}`);
    // The system reports size 0 for these files, so they are read until the end.
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
