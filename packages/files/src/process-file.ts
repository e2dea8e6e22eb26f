import { open } from "node:fs/promises";

/** The maximum number of bytes that are read. */
const maxBytes = 65_536;

/** Reads at most 65,536 bytes about a process from `/proc` on Linux. Undefined if it is not accessible. */
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
