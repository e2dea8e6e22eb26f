import { isRecord, type Json } from "@precept/core";
import { decodeBase64 } from "./decode-bytes.ts";

/** Whether a text is a JSON object in Base64, in its usual or its URL-safe alphabet. */
export function isBase64Json(text: string): boolean {
  return objectOf(text) !== undefined;
}

/** Whether a text is a signed JSON Web Token: a header with an algorithm other than `none`, a body, and a signature. */
export function isSignedJwt(text: string): boolean {
  const [header = "", body = "", signature = "", ...others] = text.split(".");
  if (others.length > 0 || !/^[\w-]+$/.test(signature)) return false;
  const algorithm = objectOf(header)?.["alg"];
  return typeof algorithm === "string" && algorithm.toLowerCase() !== "none" && objectOf(body) !== undefined;
}

function objectOf(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    const value = JSON.parse(decodeBase64(text) ?? "") as Json;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
