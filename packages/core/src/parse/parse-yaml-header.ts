import { isScalar, LineCounter, parseDocument, type Document, type Pair } from "yaml";
import { report } from "../model/diagnostic-catalogue.ts";
import type { Json } from "../model/json.ts";
import type { YamlEntry, YamlHeader } from "./yaml-entry.ts";

/** How often one front matter may refer to its own anchors. */
const maxAliases = 32;

/** How many problems of one front matter are told: the others follow from them. */
const maxProblems = 10;

/** Reads a front matter with the YAML library: what takes more than a look at each line. The bundle loads this file when it is first called. */
export function parseYamlHeader(header: string, firstLine: number, file: string | undefined): YamlHeader {
  const counter = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { file, line: firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  };
  const fail = (problem: string, offset: number): YamlHeader => ({
    entries: new Map(),
    diagnostics: [
      report("front-matter/yaml", place(offset), `The front matter is not valid YAML: ${problem}.`, adviceFor(problem)),
    ],
  });
  let document: Document.Parsed;
  try {
    // To the parser a lone carriage return is no line break. Offsets stay as they are.
    document = parseDocument(header.replace(/\r(?!\n)/g, "\n"), { lineCounter: counter, prettyErrors: false, logLevel: "error" });
  } catch (error) {
    // Brackets nested thousands deep exhaust the parser's stack.
    return fail(error instanceof RangeError ? "it is nested too deeply" : String(error), 0);
  }
  // A warning stands for a value that was lost: `!**/x` reads as an empty text with an unknown tag.
  const problems = [...document.errors, ...document.warnings]
    .slice(0, maxProblems)
    .map((error) => report("front-matter/yaml", place(error.pos[0]), sentence(error.message), adviceFor(error.message)));
  if (problems.length > 0) return { entries: new Map(), diagnostics: problems };
  const contents: unknown = document.contents;
  if (contents === null || contents === undefined) return { entries: new Map(), diagnostics: [] };
  if (!isMapping(contents)) return { entries: new Map(), diagnostics: [report("front-matter/not-a-mapping", place(0))] };
  return readMapping(document, contents.items, place, fail);
}

function readMapping(
  document: Document.Parsed,
  pairs: readonly Pair[],
  place: (offset: number) => { file: string | undefined; line: number; column: number },
  fail: (problem: string, offset: number) => YamlHeader,
): YamlHeader {
  const entries = new Map<string, YamlEntry>();
  for (const pair of pairs) {
    const { key, value } = pair as { key: unknown; value: unknown };
    const at = offsetOf(value) ?? offsetOf(key) ?? 0;
    try {
      const name = isScalar(key) ? String(key.value) : "";
      const read = isNode(value) ? (value.toJS(document, { maxAliasCount: maxAliases }) as Json) : null;
      if (!isTree(read)) return fail("a value contains itself", at);
      const { line, column } = place(at);
      entries.set(name, { value: read, line, column });
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error), at);
    }
  }
  return { entries, diagnostics: [] };
}

/** An anchor around its own alias makes a value without end. */
function isTree(value: Json, around: readonly Json[] = []): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (around.includes(value)) return false;
  const inside = [...around, value];
  return Object.values(value as Readonly<Record<string, Json>>).every((item) => isTree(item, inside));
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

function adviceFor(problem: string): string {
  if (/alias/i.test(problem)) return 'A value that begins with `*` has to be quoted: "**/*.ts".';
  if (/unique/i.test(problem)) return "Keep one line for each key.";
  if (/compact mappings|implicit key|nested mappings/i.test(problem)) return "A value that holds `: ` has to be quoted.";
  return "Quote values that hold signs with a meaning in YAML: `*`, `:`, `#`, `[`, `{`, `&`, `!`, `@`.";
}
