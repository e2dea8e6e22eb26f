import type { Diagnostic, FrontMatterSplit, HeaderEntry, Json, YamlHeader } from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { readAsYaml, readLines, readLoosely, type LineReading } from "../../format/read-lines.ts";

/** The keys that VS Code makes something of. */
const ownKeys: ReadonlySet<string> = new Set(["applyTo", "description"]);

/**
 * Reads a front matter as VS Code does, with a reader of its own that is no YAML: a bare value is the rest of its line. Where its versions differ, the
 * one counts that makes less of a value. https://github.com/microsoft/vscode/blob/main/src/vs/base/common/yaml.ts
 */
export function readCopilotHeader(split: FrontMatterSplit, file: string): YamlHeader {
  const diagnostics: Diagnostic[] = [];
  const reading = readLines(split, (entry) => {
    if (!ownKeys.has(entry.key)) return readLoosely(entry);
    const place = { file, line: split.headerLine + entry.line, column: entry.column };
    return readValue(entry, (code, message) => diagnostics.push(report(code, place, message)));
  });
  return { entries: reading.entries, diagnostics: [...reportLines(split, reading, file), ...diagnostics] };
}

/** What is odd about the lines. Those of a front matter that is never closed are mostly text. */
function reportLines(split: FrontMatterSplit, { repeated, strays }: LineReading, file: string): Diagnostic[] {
  if (split.found && split.close === "") return [report("copilot/unclosed", { file, line: split.headerLine - 1, column: 1 })];
  const tab = split.header.split(/\r\n|\r|\n/).findIndex((line) => /^ *\t\s*\S/.test(line));
  return [
    ...repeated.map(({ key, line, column }) =>
      report("copilot/duplicate-key", { file, line, column }, `"${key}" is written twice; the first line counts.`),
    ),
    ...strays.map((line) => report("copilot/stray-line", { file, line, column: 1 })),
    ...(tab < 0 ? [] : [report("copilot/tab", { file, line: split.headerLine + tab, column: 1 })]),
  ];
}

type Note = (code: "copilot/not-yaml" | "copilot/block-value" | "copilot/after-quote", message?: string) => void;

type Written = Pick<HeaderEntry, "value" | "continuation">;

function readValue(entry: Written, note: Note): Json {
  const { value, continuation } = entry;
  if (value === "" || value.startsWith("#")) return readBelow(continuation, note);
  if (/^[[{]/.test(value)) return readAsYaml(entry) ?? (value.startsWith("[") ? [] : {});
  const text = /^["']/.test(value) ? readQuoted(value, note) : readBare(value, note);
  if (/^\s*[^\s#]/m.test(continuation)) note("copilot/block-value");
  return text;
}

/** A value on the lines below its key: a list, keys of its own, or a text on the first of them. */
function readBelow(continuation: string, note: Note): Json {
  const line = continuation.split(/\r\n|\r|\n/).find((one) => /^\s*[^\s#]/.test(one));
  if (line === undefined) return "";
  if (/^\s*-/.test(line)) return readAsYaml({ value: "", continuation }) ?? [];
  if (line.includes(":")) return readAsYaml({ value: "", continuation }) ?? {};
  return readValue({ value: line.trim(), continuation: "" }, note);
}

/** Versions of old know no backslashes; what they make of one is no pattern. */
function readQuoted(value: string, note: Note): string {
  const quoted = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(value)?.[0];
  if (quoted === undefined) {
    note("copilot/after-quote", "The quote is never closed.");
    return value.slice(1);
  }
  if (/^\s*[^\s#]/.test(value.slice(quoted.length))) note("copilot/after-quote");
  const read = readAsYaml({ value: quoted, continuation: "" });
  return typeof read === "string" ? read : quoted.slice(1, -1);
}

function readBare(value: string, note: Note): Json {
  const text = value.replace(/\s#.*$/, "").trimEnd();
  const typed = readTyped(text);
  if (typed !== undefined) return typed;
  // The lines below tell what is the matter.
  if (/^[|>][-+0-9]*$/.test(text)) return text;
  if (readAsYaml({ value: text, continuation: "" }) !== text) note("copilot/not-yaml");
  return text;
}

/** What is no text, without quotes. `yes` and `True` are texts. */
function readTyped(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null" || text === "~") return null;
  return /^-?\d*\.?\d+$/.test(text) ? Number(text) : undefined;
}
