import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

/** What a path holds, as far as it is wanted. */
export type FileBytes =
  | { readonly kind: "bytes"; readonly bytes: Buffer; readonly modified: number }
  | { readonly kind: "tooLarge"; readonly size: number }
  | { readonly kind: "notRegular" }
  | { readonly kind: "unreadable"; readonly error: unknown };

// Without blocking: opening a pipe would wait for somebody to write to it.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file, unless it is larger than `maxBytes`, without holding anything else up. Never rejects. */
export async function readBytes(path: string, maxBytes: number): Promise<FileBytes> {
  try {
    await using handle = await open(path, flags);
    const status = await handle.stat();
    if (!status.isFile()) return { kind: "notRegular" };
    if (status.size > maxBytes) return { kind: "tooLarge", size: status.size };
    return { kind: "bytes", bytes: await handle.readFile(), modified: status.mtimeMs };
  } catch (error) {
    return { kind: "unreadable", error };
  }
}

/** The same, at once: what is in the system's cache is read in a tenth of the time that it takes to ask a thread for it. */
export function readBytesNow(path: string, maxBytes: number): FileBytes {
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const status = fstatSync(file);
    if (!status.isFile()) return { kind: "notRegular" };
    if (status.size > maxBytes) return { kind: "tooLarge", size: status.size };
    const bytes = Buffer.allocUnsafe(status.size);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(file, bytes, filled, bytes.length - filled, filled);
      // Shorter than it was: somebody is writing it, and what is there is all there is.
      if (count === 0) break;
      filled += count;
    }
    return { kind: "bytes", bytes: bytes.subarray(0, filled), modified: status.mtimeMs };
  } catch (error) {
    return { kind: "unreadable", error };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
