import type { Json } from "@precept/core";
import { sha256 } from "@precept/files";

/** The ends of a text that formatters add or remove. */
const ends = ["", "\n", "\n\n"];

/**
 * Whether a text is one that was written before, by its hash. Line breaks and the end of the text do not count, because
 * git converts line breaks and formatters change the end.
 *
 * @param hashes the SHA-256 of texts that were written, in hexadecimal.
 */
export function isWrittenText(text: string, hashes: readonly (string | undefined)[]): boolean {
  const body = bodyOf(text);
  // The text itself can have line breaks of both kinds, or a longer end.
  const variants = [text, ...ends.flatMap((end) => [body + end, toCrlf(body + end)])];
  return variants.some((variant) => hashes.includes(sha256(variant)));
}

/** Whether two texts are the same apart from their line breaks and their ends. */
export function isSameText(left: string, right: string): boolean {
  return left === right || bodyOf(left) === bodyOf(right);
}

/** Gives a text the line breaks and the end of the file that it replaces, if the file has line breaks. */
export function withLineEndsOf(file: string, text: string): string {
  if (!file.includes("\n")) return text;
  const body = bodyOf(text);
  return (file.includes("\r\n") ? toCrlf(body) : body) + file.slice(findEnd(file));
}

function bodyOf(text: string): string {
  const body = text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
  let end = body.length;
  while (body[end - 1] === "\n") end -= 1;
  return body.slice(0, end);
}

/** Returns where the line breaks at the end of a text begin. */
function findEnd(text: string): number {
  let end = text.length;
  while (text[end - 1] === "\n") end -= text[end - 2] === "\r" ? 2 : 1;
  return end;
}

function toCrlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

/** Whether two JSON values are equal, ignoring the order of keys. */
export function isSameJson(left: Json, right: Json): boolean {
  return left === right || printSorted(left) === printSorted(right);
}

function printSorted(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}
