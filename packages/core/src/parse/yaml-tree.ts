import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Pair } from "yaml";
import type { SourceLocation } from "../model/diagnostic.ts";

/** A value of a YAML file. Mutable, so that callers can remove invalid parts. */
export type YamlValue = string | number | boolean | null | YamlValue[] | { [key: string]: YamlValue };

/** The values of a YAML document with their locations. */
export interface YamlTree {
  readonly value: YamlValue;
  /** The location of the value at a path. If it does not exist, the location of its nearest parent. */
  locate(path: readonly PropertyKey[]): SourceLocation;
  /** The location of the last key of a path. */
  locateKey(path: readonly PropertyKey[]): SourceLocation;
}

/** A syntax error. A file with one has no values. */
export interface YamlError {
  readonly location: SourceLocation;
  readonly message: string;
}

const maxAliases = 32;

const maxProblems = 10;

/** Parses a YAML 1.2 document into values or problems, never both. @param firstLine of the text in the file, from 1. */
export function readYamlTree(text: string, file: string | undefined, firstLine = 1): YamlTree | readonly YamlError[] {
  const counter = new LineCounter();
  const locate = (offset: number): SourceLocation => {
    const { line, col } = counter.linePos(offset);
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  };
  try {
    const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: "error" });
    // Warnings count too, since the value is lost: `!examples/**` without quotes is an empty text with an unknown tag.
    const problems = [...document.errors, ...document.warnings].slice(0, maxProblems);
    if (problems.length > 0) return problems.map(({ message, pos }) => ({ location: locate(pos[0]), message }));
    return {
      value: toPlainTree(document.toJS({ maxAliasCount: maxAliases })),
      locate: (path) => locate(startOf(findNodes(document, path).at(-1))),
      locateKey: (path) => locate(startOf(findPair(findNodes(document, path.slice(0, -1)).at(-1), path.at(-1))?.key)),
    };
  } catch (error) {
    // Thousands of nested brackets exhaust the stack, aliases of aliases the alias limit.
    const message = error instanceof RangeError ? "It is nested too deeply, or contains itself" : (error as Error).message;
    return [{ location: { file, line: firstLine, column: 1 }, message }];
  }
}

/** Copies a value. The copy shares no parts, as aliases do, and has no keys without values. */
function toPlainTree(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(toPlainTree);
  if (typeof value !== "object" || value === null) return value as YamlValue;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, toPlainTree(item)]));
}

function findNodes(document: Document, path: readonly PropertyKey[]): unknown[] {
  const nodes: unknown[] = [document.contents];
  for (const key of path) {
    const parent = nodes.at(-1);
    const node = isSeq(parent) ? parent.items[Number(key)] : findPair(parent, key)?.value;
    if (node === null || node === undefined) break;
    nodes.push(isAlias(node) ? (node.resolve(document) ?? node) : node);
  }
  return nodes;
}

function findPair(node: unknown, key: PropertyKey | undefined): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key)) : undefined;
}

function startOf(node: unknown): number {
  const range =
    typeof node === "object" && node !== null && "range" in node ? (node.range as readonly number[] | null) : undefined;
  return range?.[0] ?? 0;
}
