import type { Context } from "hono";
import { digestEntityTag, namesEntityTag } from "./entity-tag.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Answers with a JSON body and its entity tag, or with 304 if the client already has this body. */
export function answerIfChanged(c: Context<ServerEnvironment>, body: unknown): Response {
  const text = JSON.stringify(body);
  const tag = digestEntityTag(text);
  c.header("etag", tag);
  // The body depends on the user of the token, so that only the client itself may store it.
  c.header("cache-control", "private, no-cache");
  const known = c.req.header("if-none-match");
  if (known !== undefined && namesEntityTag(known, tag, "weak")) return c.body(null, 304);
  return c.body(text, 200, { "content-type": "application/json" });
}
