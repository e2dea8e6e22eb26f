import type { Token } from "@humanwhocodes/momoa";
import { pushAll } from "@precept/core";
import { rangeOf, type JsonDocument } from "./json-document.ts";

/** A part of the rest of a text: a token, or the blanks between two tokens. */
interface Part {
  text: string;
  readonly type: Token["type"] | "Blanks";
}

/**
 * Returns a text without some children of objects and arrays: each child, one comma, and the whitespace before the child.
 * Comments between children stay. Reads the text once, however many nodes there are.
 *
 * @param ranges the ranges of the children, in the order of the text, without overlaps.
 */
export function removeNodes({ text, tokens }: JsonDocument, ranges: readonly (readonly [start: number, end: number])[]): string {
  const rest: Part[] = [];
  let at = 0;
  let position = 0;
  /** The comma after the last removed child, which is removed as well. */
  let comma: Token | undefined;
  const addUntil = (end: number): void => {
    for (let token = tokens[at]; token !== undefined && rangeOf(token)[0] < end; token = tokens[++at]) {
      const [from, to] = rangeOf(token);
      addBlanks(from);
      if (token !== comma) rest.push({ text: text.slice(from, to), type: token.type });
      position = to;
    }
    addBlanks(end);
  };
  const addBlanks = (end: number): void => {
    if (end > position) rest.push({ text: text.slice(position, end), type: "Blanks" });
    position = Math.max(position, end);
  };
  for (const [start, end] of ranges) {
    addUntil(start);
    for (let token = tokens[at]; token !== undefined && rangeOf(token)[0] < end; token = tokens[++at]);
    position = end;
    const after = nextToken(tokens, at);
    removeBlanks(rest, text, end);
    if (after?.type === "Comma") comma = after;
    else removeLastComma(rest);
  }
  addUntil(text.length);
  return rest.map((part) => part.text).join("");
}

/** Returns the first token from a position that is no comment. */
function nextToken(tokens: readonly Token[], from: number): Token | undefined {
  let at = from;
  while (tokens[at]?.type.endsWith("Comment") === true) at += 1;
  return tokens[at];
}

/** Removes the blanks before a removed child that ends at `end`. */
function removeBlanks(rest: Part[], text: string, end: number): void {
  const blanks: Part[] = [];
  for (let last = rest.at(-1); last?.type === "Blanks"; last = rest.at(-1)) {
    blanks.unshift(last);
    rest.pop();
  }
  const last = rest.at(-1);
  if (last?.type !== "LineComment") return;
  // After a line comment the line end stays, because what follows would become part of the comment.
  const lineEnd = /[ \t]*\r?\n/y;
  lineEnd.lastIndex = end;
  if (!lineEnd.test(text)) pushAll(rest, blanks);
  // The comment may end in blanks.
  else last.text = last.text.trimEnd();
}

/** Removes the comma before a removed child that no comma follows. */
function removeLastComma(rest: Part[]): void {
  const at = rest.findLastIndex(({ type }) => type !== "Blanks" && !type.endsWith("Comment"));
  if (rest[at]?.type === "Comma") rest.splice(at, 1);
}
