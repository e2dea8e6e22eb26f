import type { Diagnostic, FrontMatterSplit, HeaderEntry, Json, YamlHeader } from "@precept/core";
import { copilotDiagnostics } from "./diagnostics.ts";
import { createDialectReporter } from "../../format/report.ts";
import { readAsYaml, readLines, readLoosely, type LineReading } from "../../format/read-lines.ts";

const report = createDialectReporter(copilotDiagnostics);

/** The keys that VS Code uses. */
const ownKeys: ReadonlySet<string> = new Set(["applyTo", "description"]);

/**
 * Reads front matter as VS Code does. Its parser is not a YAML parser: an unquoted value is the rest of its line. If
 * versions of VS Code differ, this follows the version that accepts less.
 * https://github.com/microsoft/vscode/blob/main/src/vs/base/common/yaml.ts
 */
export function readCopilotHeader(split: FrontMatterSplit, file: string): YamlHeader {
  const diagnostics: Diagnostic[] = [];
  const reading = readLines(split, (entry) => {
    if (!ownKeys.has(entry.key)) return readLoosely(entry);
    const location = { file, line: split.headerLine + entry.line, column: entry.column };
    return readValue(entry, (code, message) => diagnostics.push(report(code, location, message)));
  });
  return { entries: reading.entries, diagnostics: [...reportLines(split, reading, file), ...diagnostics] };
}

/** Reports problems with lines. Unclosed front matter is the only report, since most lines are then text. */
function reportLines(split: FrontMatterSplit, { repeated, strays }: LineReading, file: string): Diagnostic[] {
  if (split.found && split.close === "") return [report("copilot/unclosed", { file, line: split.headerLine - 1, column: 1 })];
  const tab = split.header.split(/\r\n|\r|\n/).findIndex((line) => /^ *\t\s*\S/.test(line));
  return [
    ...repeated.map(({ key, line, column }) =>
      report("copilot/duplicate-key", { file, line, column }, `"${key}" is defined twice; the first definition is used.`),
    ),
    ...strays.map((line) => report("copilot/stray-line", { file, line, column: 1 })),
    ...(tab < 0 ? [] : [report("copilot/tab", { file, line: split.headerLine + tab, column: 1 })]),
  ];
}

type Notify = (code: "copilot/not-yaml" | "copilot/block-value" | "copilot/after-quote", message?: string) => void;

type RawValue = Pick<HeaderEntry, "value" | "continuation">;

function readValue(entry: RawValue, notify: Notify): Json {
  const { value, continuation } = entry;
  if (value === "" || value.startsWith("#")) return readContinuation(continuation, notify);
  if (/^[[{]/.test(value)) return readAsYaml(entry) ?? (value.startsWith("[") ? [] : {});
  const text = /^["']/.test(value) ? readQuoted(value, notify) : readUnquoted(value, notify);
  if (/^\s*[^\s#]/m.test(continuation)) notify("copilot/block-value");
  return text;
}

/** Reads a value that starts on the line below its key: a list, a mapping, or a string on the first line. */
function readContinuation(continuation: string, notify: Notify): Json {
  const line = continuation.split(/\r\n|\r|\n/).find((one) => /^\s*[^\s#]/.test(one));
  if (line === undefined) return "";
  if (/^\s*-/.test(line)) return readAsYaml({ value: "", continuation }) ?? [];
  if (line.includes(":")) return readAsYaml({ value: "", continuation }) ?? {};
  return readValue({ value: line.trim(), continuation: "" }, notify);
}

/** Supports backslashes in double quotes, as newer versions of VS Code do. */
function readQuoted(value: string, notify: Notify): string {
  const quoted = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(value)?.[0];
  if (quoted === undefined) {
    notify("copilot/after-quote", "The quote is not closed.");
    return value.slice(1);
  }
  if (/^\s*[^\s#]/.test(value.slice(quoted.length))) notify("copilot/after-quote");
  const read = readAsYaml({ value: quoted, continuation: "" });
  return typeof read === "string" ? read : quoted.slice(1, -1);
}

function readUnquoted(value: string, notify: Notify): Json {
  const text = value.replace(/\s#.*$/, "").trimEnd();
  const typed = readTyped(text);
  if (typed !== undefined) return typed;
  // The start of a block value, which is reported because of its continuation lines.
  if (/^[|>][-+0-9]*$/.test(text)) return text;
  if (readAsYaml({ value: text, continuation: "" }) !== text) notify("copilot/not-yaml");
  return text;
}

/** Reads unquoted values that are not strings. `yes` and `True` are strings. */
function readTyped(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null" || text === "~") return null;
  return /^-?\d*\.?\d+$/.test(text) ? Number(text) : undefined;
}
