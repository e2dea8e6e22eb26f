import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Pair } from "yaml";
import type { SourceLocation } from "../model/location.ts";

/** A value of a YAML file. It is the reader's own and may be changed: what is wrong can be taken out of it. */
export type YamlValue = string | number | boolean | null | YamlValue[] | { [key: string]: YamlValue };

/** A YAML document as values, and where each of them stands. */
export interface YamlTree {
  readonly value: YamlValue;
  /** Where the value at this path stands; where it has none, the nearest one around it. */
  locate(path: readonly PropertyKey[]): SourceLocation;
  /** Where the key stands by which this path ends. */
  locateKey(path: readonly PropertyKey[]): SourceLocation;
}

/** Why a file gives no values: one problem of its YAML. */
export interface YamlError {
  readonly location: SourceLocation;
  readonly message: string;
}

/** How often one file may refer to its own anchors. */
const maxAliases = 32;

/** How many problems of one file are told: the others follow from them. */
const maxProblems = 10;

/**
 * Reads one document of YAML 1.2; one with problems gives no values, since what the parser makes of the rest is a guess.
 *
 * @param firstLine the line of the file, from 1, on which the text begins.
 */
export function readYamlTree(text: string, file: string | undefined, firstLine = 1): YamlTree | readonly YamlError[] {
  const counter = new LineCounter();
  const place = (offset: number): SourceLocation => {
    const { line, col } = counter.linePos(offset);
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  };
  try {
    const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: "error" });
    // A warning stands for a value that was lost: `!examples/**` without quotes is an empty text with an unknown tag.
    const problems = [...document.errors, ...document.warnings].slice(0, maxProblems);
    if (problems.length > 0) return problems.map(({ message, pos }) => ({ location: place(pos[0]), message }));
    return {
      value: ownTree(document.toJS({ maxAliasCount: maxAliases })),
      locate: (path) => place(startOf(findNodes(document, path).at(-1))),
      locateKey: (path) => place(startOf(findPair(findNodes(document, path.slice(0, -1)).at(-1), path.at(-1))?.key)),
    };
  } catch (error) {
    // Brackets nested thousands deep exhaust the stack, aliases of aliases the limit.
    const message = error instanceof RangeError ? "It is nested too deeply, or contains itself" : (error as Error).message;
    return [{ location: { file, line: firstLine, column: 1 }, message }];
  }
}

/** A copy without shared parts, which aliases make, and without keys that have no value: those are as good as absent. */
function ownTree(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(ownTree);
  if (typeof value !== "object" || value === null) return value as YamlValue;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, ownTree(item)]));
}

/** The nodes on the way along a path, as far as there are any. */
function findNodes(document: Document, path: readonly PropertyKey[]): unknown[] {
  const nodes: unknown[] = [document.contents];
  for (const key of path) {
    const around = nodes.at(-1);
    const node = isSeq(around) ? around.items[Number(key)] : findPair(around, key)?.value;
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
