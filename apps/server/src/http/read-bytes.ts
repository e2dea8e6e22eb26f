import { PreceptError } from "@precept/core";

/**
 * Reads the body of a request up to a limit. A body of unknown length is not read beyond it.
 *
 * @throws PreceptError `BODY_TOO_LARGE`, or `REQUEST_INVALID` if the client stopped sending
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > maxBytes) throw new PreceptError("BODY_TOO_LARGE", { maxBytes });
  const isChunked = length === null || request.headers.has("transfer-encoding");
  const bytes = await (isChunked ? readStream(request, maxBytes) : request.arrayBuffer()).catch(toReadFailure);
  if (bytes.byteLength > maxBytes) throw new PreceptError("BODY_TOO_LARGE", { maxBytes });
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}

async function readStream({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new PreceptError("BODY_TOO_LARGE", { maxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toReadFailure(error: unknown): never {
  if (PreceptError.is(error)) throw error;
  const detail = "ended before all of it was received";
  throw new PreceptError(
    "REQUEST_INVALID",
    { reasons: [`the body ${detail}`], parts: [{ pointer: "", detail }] },
    { cause: error },
  );
}
