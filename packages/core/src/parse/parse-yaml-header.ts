import type { Json } from "@precept/contract/values";
import { isScalar, LineCounter, parseDocument, type Document, type Pair } from "yaml";
import { report } from "../model/diagnostic-catalogue.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

/** The YAML value of a front matter key. */
export interface YamlEntry {
  readonly value: Json;
  /** The line of the value in the file, from 1. */
  readonly line: number;
  /** The column of the value, from 1. */
  readonly column: number;
}

/** The keys of a front matter, and its problems. */
export interface YamlHeader {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

const maxAliases = 32;

const maxProblems = 10;

/** Parses a front matter with the YAML library. The bundled CLI loads this file lazily. */
export function parseYamlHeader(header: string, firstLine: number, file: string | undefined): YamlHeader {
  const counter = new LineCounter();
  const locate = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  };
  const fail = (problem: string, offset: number): YamlHeader => ({
    entries: new Map(),
    diagnostics: [
      report("front-matter/yaml", locate(offset), `The front matter is not valid YAML: ${problem}.`, hintFor(problem)),
    ],
  });
  let document: Document.Parsed;
  try {
    // The parser does not accept a lone carriage return as a line break. Offsets stay the same.
    document = parseDocument(header.replace(/\r(?!\n)/g, "\n"), { lineCounter: counter, prettyErrors: false, logLevel: "error" });
  } catch (error) {
    // Thousands of nested brackets exhaust the stack of the parser.
    return fail(error instanceof RangeError ? "it is nested too deeply" : String(error), 0);
  }
  // Warnings are reported too, since the value is lost: `!**/x` becomes an empty text with an unknown tag.
  const problems = [...document.errors, ...document.warnings]
    .slice(0, maxProblems)
    .map((error) => report("front-matter/yaml", locate(error.pos[0]), sentence(error.message), hintFor(error.message)));
  if (problems.length > 0) return { entries: new Map(), diagnostics: problems };
  const contents: unknown = document.contents;
  if (contents === null || contents === undefined) return { entries: new Map(), diagnostics: [] };
  if (!isMapping(contents)) return { entries: new Map(), diagnostics: [report("front-matter/not-a-mapping", locate(0))] };
  return readMapping(document, contents.items, locate, fail);
}

function readMapping(
  document: Document.Parsed,
  pairs: readonly Pair[],
  locate: (offset: number) => { file: string | undefined; line: number; column: number },
  fail: (problem: string, offset: number) => YamlHeader,
): YamlHeader {
  const entries = new Map<string, YamlEntry>();
  for (const pair of pairs) {
    const { key, value } = pair as { key: unknown; value: unknown };
    const offset = offsetOf(value) ?? offsetOf(key) ?? 0;
    try {
      const name = isScalar(key) ? String(key.value) : "";
      const read = isNode(value) ? (value.toJS(document, { maxAliasCount: maxAliases }) as Json) : null;
      if (!isTree(read)) return fail("a value contains itself", offset);
      const { line, column } = locate(offset);
      entries.set(name, { value: read, line, column });
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error), offset);
    }
  }
  return { entries, diagnostics: [] };
}

/** Whether a value does not contain itself, as an anchor around its own alias would. */
function isTree(value: Json, parents: readonly Json[] = []): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (parents.includes(value)) return false;
  const path = [...parents, value];
  return Object.values(value as Readonly<Record<string, Json>>).every((item) => isTree(item, path));
}

interface YamlNode {
  readonly range?: readonly number[] | null;
  toJS(document: Document.Parsed, options: { maxAliasCount: number }): unknown;
}

function isNode(value: unknown): value is YamlNode {
  return typeof value === "object" && value !== null && "toJS" in value;
}

function isMapping(value: unknown): value is { items: Pair[] } {
  if (typeof value !== "object" || value === null) return false;
  return (
    "items" in value &&
    Array.isArray(value.items) &&
    value.items.every((item) => typeof item === "object" && item !== null && "key" in item)
  );
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function sentence(message: string): string {
  return `The front matter is not valid YAML: ${message.replace(/\.$/, "")}.`;
}

function hintFor(problem: string): string {
  if (/alias/i.test(problem)) return 'Quote values that begin with `*`: "**/*.ts".';
  if (/unique/i.test(problem)) return "Keep one line for each key.";
  if (/compact mappings|implicit key|nested mappings/i.test(problem)) return "Quote values that contain `: `.";
  return "Quote values with special characters: `*`, `:`, `#`, `[`, `{`, `&`, `!`, `@`.";
}
