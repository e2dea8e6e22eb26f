import { PreceptError } from "@precept/core";
import type { Limits } from "../access/limits.ts";
import { findUnsafePart } from "./unsafe-json.ts";
import { readBytes } from "./read-bytes.ts";

const expected = "application/json";

/**
 * Reads the JSON body of a request.
 *
 * @throws PreceptError `MEDIA_TYPE_UNSUPPORTED`, `BODY_TOO_LARGE`, `REQUEST_INVALID`
 */
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
