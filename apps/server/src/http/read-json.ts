import { PreceptError } from "@precept/core";
import type { Limits } from "../access/limits.ts";
import { findUnsafePart } from "./unsafe-json.ts";

const expected = "application/json";

/** Reads a JSON body. @throws PreceptError `MEDIA_TYPE_UNSUPPORTED`, `BODY_TOO_LARGE`, `REQUEST_INVALID` */
export async function readJson(
  request: Request,
  { bodyBytes, jsonDepth }: Pick<Limits, "bodyBytes" | "jsonDepth">,
): Promise<unknown> {
  assertMediaType(request.headers);
  const bytes = await readBytes(request, bodyBytes);
  const value = parse(bytes);
  const unsafe = findUnsafePart(value, jsonDepth);
  if (unsafe !== undefined) throw invalidBody(unsafe.detail, unsafe.pointer);
  return value;
}

/** Compressed bodies are refused: a small one can be larger than the memory when it is decompressed. */
function assertMediaType(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw new PreceptError("MEDIA_TYPE_UNSUPPORTED", { expected, actual: encoding });
  const actual = headers.get("content-type") ?? "";
  if (actual.replace(/;.*$/s, "").trim().toLowerCase() !== expected) {
    throw new PreceptError("MEDIA_TYPE_UNSUPPORTED", { expected, actual });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw invalidBody("must be UTF-8", "", error);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalidBody("must be JSON", "", error);
  }
}

function invalidBody(detail: string, pointer: string, cause?: unknown): PreceptError<"REQUEST_INVALID"> {
  const reasons = [`${pointer === "" ? "the body" : pointer} ${detail}`];
  return new PreceptError("REQUEST_INVALID", { reasons, parts: [{ pointer, detail }] }, { cause });
}

/** Reads a body up to a limit. @throws PreceptError `BODY_TOO_LARGE`; `REQUEST_INVALID` if the client stops sending */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
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
  throw PreceptError.is(error) ? error : invalidBody("ended before all of it was received", "", error);
}
