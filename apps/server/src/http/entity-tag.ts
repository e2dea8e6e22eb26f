import { hash } from "node:crypto";
import type { Context } from "hono";
import type { ServerEnvironment } from "./environment.ts";

/** Returns the entity tag of a revision, in double quotes. */
export function toEntityTag(revision: string): string {
  return `"${encodeURIComponent(revision)}"`;
}

function digestEntityTag(text: string): string {
  return `"${hash("sha256", text, "base64url")}"`;
}

/** Whether a conditional header names a tag. `*` names all; if `strong` (`If-Match`, RFC 9110), weak tags name none. */
export function namesEntityTag(header: string, tag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].some(
    ([, weak, opaque]) => opaque === tag && (comparison === "weak" || weak === undefined),
  );
}

/**
 * Answers with a JSON body and its entity tag, or with 304 if the client already has this body.
 *
 * @param given the tag of the body. Default: of its text.
 */
export function answerIfChanged(c: Context<ServerEnvironment>, body: unknown, given?: string): Response {
  const text = JSON.stringify(body);
  const tag = given ?? digestEntityTag(text);
  c.header("etag", tag);
  // The body depends on the user of the token, so that only the client itself may store it.
  c.header("cache-control", "private, no-cache");
  const known = c.req.header("if-none-match");
  if (known !== undefined && namesEntityTag(known, tag, "weak")) return c.body(null, 304);
  return c.body(text, 200, { "content-type": "application/json" });
}
