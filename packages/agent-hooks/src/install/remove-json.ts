import { childrenOf, rangeOf, type Container, type JsonDocument } from "./json-document.ts";

/**
 * Returns a text without one child of an object or array: the child, one comma, and the whitespace before the child. Comments stay.
 *
 * @param index the position of the child in the container.
 */
export function removeChild({ text, tokens }: JsonDocument, container: Container, index: number): string {
  const child = childrenOf(container)[index];
  if (child === undefined) return text;
  const [start, end] = rangeOf(child);
  const others = tokens.filter(({ type }) => !type.endsWith("Comment"));
  const after = others.find((token) => rangeOf(token)[0] >= end);
  const before = others.findLast((token) => rangeOf(token)[1] <= start);
  const blank = text.slice(0, start).trimEnd().length;
  // After a line comment the line end stays, because what follows would become part of the comment.
  const endsInLineComment = tokens.some((token) => token.type === "LineComment" && rangeOf(token)[1] === blank);
  const cut = endsInLineComment && !/^[ \t]*\r?\n/.test(text.slice(end)) ? start : blank;
  if (after?.type === "Comma") {
    const [commaStart, commaEnd] = rangeOf(after);
    return text.slice(0, cut) + text.slice(end, commaStart) + text.slice(commaEnd);
  }
  if (before?.type !== "Comma") return text.slice(0, cut) + text.slice(end);
  const [commaStart, commaEnd] = rangeOf(before);
  return text.slice(0, commaStart) + text.slice(commaEnd, Math.max(cut, commaEnd)) + text.slice(end);
}
