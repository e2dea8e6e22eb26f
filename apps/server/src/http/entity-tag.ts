import { hash } from "node:crypto";

/** Returns the entity tag of a revision, in double quotes. */
export function toEntityTag(revision: string): string {
  return `"${encodeURIComponent(revision)}"`;
}

/** Returns the entity tag of the text of an answer. */
export function digestEntityTag(text: string): string {
  return `"${hash("sha256", text, "base64url")}"`;
}

/**
 * Whether an `If-Match` or `If-None-Match` header names an entity tag. `*` names all.
 *
 * @param comparison `strong`: weak tags (`W/"…"`) name nothing, as RFC 9110 requires for `If-Match`.
 */
export function namesEntityTag(header: string, tag: string, comparison: "strong" | "weak"): boolean {
  if (header.trim() === "*") return true;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].some(
    ([, weak, opaque]) => opaque === tag && (comparison === "weak" || weak === undefined),
  );
}
