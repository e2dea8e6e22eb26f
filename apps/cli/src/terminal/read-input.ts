// oxlint-disable-next-line no-restricted-imports -- standard input is no path
import { read } from "node:fs";
import { errorCode } from "@precept/files";

const chunkSize = 65_536;

/**
 * Reads standard input to its end, or until it exceeds `maxBytes`. Default: no limit. Reads the file descriptor,
 * because `process.stdin` loads the streams of Node, which takes a tenth of the start of a hook.
 */
export async function readInput(maxBytes: number = Infinity): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= maxBytes) {
    const chunk = await readChunk();
    if (chunk === "not-ready") return Buffer.concat([...chunks, await readStream(maxBytes - size)]).toString("utf8");
    if (chunk.length === 0) break;
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Waits for data and reads it. Empty at the end. `not-ready`: the input does not wait, such as a shared terminal. */
async function readChunk(): Promise<Buffer | "not-ready"> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | "not-ready">();
  const buffer = Buffer.allocUnsafe(chunkSize);
  read(0, buffer, 0, chunkSize, null, (error, count) => {
    if (error === null) return resolve(buffer.subarray(0, count));
    if (errorCode(error) === "EAGAIN") return resolve("not-ready");
    // Windows reports the end of a pipe as an error.
    return errorCode(error) === "EOF" ? resolve(Buffer.alloc(0)) : reject(error);
  });
  return promise;
}

async function readStream(maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
