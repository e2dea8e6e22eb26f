import { parse, type ArrayNode, type MemberNode, type ObjectNode, type Token, type ValueNode } from "@humanwhocodes/momoa";
import type { Json } from "@precept/core";

export interface JsonDocument {
  readonly text: string;
  /** Undefined if the text has no value: it is empty, or has only whitespace and comments. */
  readonly root?: ValueNode;
  /** All tokens, comments included, in the order of the text. */
  readonly tokens: readonly Token[];
}

/** Why a text cannot be edited, and where. */
export interface TextProblem {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

const mark = "\uFEFF";

/**
 * Parses JSON with comments, trailing commas and a byte order mark. Offsets count the byte order mark.
 *
 * @returns the problem, if the text is not JSON.
 */
export function parseJsonDocument(text: string): JsonDocument | TextProblem {
  // A blank of the same length, so that offsets stay the same.
  const content = text.startsWith(mark) ? ` ${text.slice(1)}` : text;
  const parsed = tryParse(content);
  if (!(parsed instanceof Error)) return { text, root: parsed.body, tokens: parsed.tokens };
  const asBlank = tryParse(`${content}\n{}`);
  if (!(asBlank instanceof Error) && asBlank.body.type === "Object" && asBlank.body.range?.[0] === content.length + 1)
    return { text, tokens: asBlank.tokens.slice(0, -2) };
  return describeError(parsed, content);
}

function isComment({ type }: Token): boolean {
  return type.endsWith("Comment");
}

/** What JSON does not allow, but some programs do. */
export type JsonExtra = "comments" | "a comma before a closing bracket" | "a byte order mark";

/** Returns what a document has that JSON does not allow. */
export function listExtras({ text, tokens }: JsonDocument): readonly JsonExtra[] {
  const code = tokens.filter((token) => !isComment(token));
  const isTrailing = ({ type }: Token, at: number): boolean =>
    type === "Comma" && /^R(?:Brace|Bracket)$/.test(code[at + 1]?.type ?? "");
  return [
    ...(tokens.some(isComment) ? (["comments"] as const) : []),
    ...(code.some(isTrailing) ? (["a comma before a closing bracket"] as const) : []),
    ...(text.startsWith(mark) ? (["a byte order mark"] as const) : []),
  ];
}

export function isProblem(value: object): value is TextProblem {
  return "message" in value && "line" in value;
}

type Parsed = Omit<ReturnType<typeof parse>, "tokens" | "body"> & { readonly tokens: readonly Token[]; readonly body: ValueNode };

function tryParse(text: string): Parsed | Error {
  try {
    const { tokens = [], body, ...rest } = parse(text, { mode: "jsonc", ranges: true, tokens: true, allowTrailingCommas: true });
    return { ...rest, tokens, body };
  } catch (error) {
    // Too many levels overflow the stack with a RangeError.
    return error instanceof Error ? error : new Error(String(error));
  }
}

function describeError(error: Error, text: string): TextProblem {
  const message = error.message.replace(/ \(\d+:\d+\)$/, "").replace(/\.$/, "");
  if ("line" in error && "column" in error && text !== "") {
    return { message, line: Number(error.line), column: Number(error.column) };
  }
  return { message: error instanceof RangeError ? "too many nested levels" : message, line: 1, column: 1 };
}

/** The line and column of an offset, from 1. */
export function locationOf(text: string, offset: number): Pick<TextProblem, "line" | "column"> {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

export function rangeOf(node: { readonly range?: readonly number[] }): readonly [start: number, end: number] {
  const [start = 0, end = 0] = node.range ?? [];
  return [start, end];
}

/** The member of an object with a name: the last one, which is the one that counts. */
export function findMember(object: ObjectNode, name: string): MemberNode | undefined {
  return object.members.findLast((member) => nameOf(member) === name);
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

/** The value of a node. A property named `__proto__` is a property like any other. */
export function valueOf(node: ValueNode): Json {
  switch (node.type) {
    case "Object":
      return Object.fromEntries(node.members.map((member) => [nameOf(member), valueOf(member.value)]));
    case "Array":
      return node.elements.map(({ value }) => valueOf(value));
    case "String":
    case "Number":
    case "Boolean":
      return node.value;
    case "Null":
    case "NaN":
    case "Infinity":
      return null;
  }
}

export type Container = ObjectNode | ArrayNode;

/** The nodes of the children of a container with their commas left out: members of an object, values of an array. */
export function childrenOf(container: Container): readonly (MemberNode | ValueNode)[] {
  return container.type === "Object" ? container.members : container.elements.map(({ value }) => value);
}

/** Names of members and positions in arrays, from the root. */
export type JsonPath = readonly (string | number)[];

export function nodeAt({ root }: JsonDocument, path: JsonPath): ValueNode | undefined {
  return path.reduce<ValueNode | undefined>((node, name) => {
    if (node?.type === "Object" && typeof name === "string") return findMember(node, name)?.value;
    return node?.type === "Array" && typeof name === "number" ? node.elements[name]?.value : undefined;
  }, root);
}

export function holderOf(
  document: JsonDocument,
  path: JsonPath,
): { readonly container: Container; readonly index: number } | undefined {
  const container = nodeAt(document, path.slice(0, -1));
  const name = path.at(-1);
  if (container?.type === "Array" && typeof name === "number") return { container, index: name };
  if (container?.type !== "Object" || typeof name !== "string") return undefined;
  const index = container.members.findLastIndex((member) => nameOf(member) === name);
  return index === -1 ? undefined : { container, index };
}
