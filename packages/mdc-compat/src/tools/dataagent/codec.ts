import {
  applyEdits,
  parseNativeRule,
  printNativeRule,
  readHeaderLines,
  splitFrontMatter,
  type ParsedFile,
  type PrintedFile,
  type Rule,
  type RuleCodec,
  type RuleFile,
} from "@precept/core";
import { precept } from "../precept/codec.ts";

/**
 * Codec of native rules in DataAgent's directories. DataAgent reads and writes a front matter line by line, so that a
 * value without quotes can contain anything: `fileMatchPattern: **\/*.tsx`.
 */
export const dataagent: RuleCodec = { ...precept, parse, print };

function parse(file: RuleFile): ParsedFile {
  const parsed = parseNativeRule(file);
  if (parsed.draft !== undefined) return parsed;
  const quoted = parseNativeRule({ ...file, text: quoteLines(file.text) });
  return quoted.draft === undefined ? parsed : quoted;
}

/** Prints values so that both a YAML parser and DataAgent read them, as far as that is possible. */
function print(rule: Rule, original?: string): PrintedFile {
  const isYaml = original === undefined || parseText(original).draft !== undefined;
  const yaml = isYaml ? original : quoteLines(original);
  const { text, notes } = printNativeRule(rule, yaml);
  return { text: original !== undefined && text === yaml ? original : unescapeLines(text), notes };
}

function parseText(text: string): ParsedFile {
  return parseNativeRule({ text, path: "", file: "" });
}

/** Quotes the values that DataAgent reads as they are. It removes quotes at their ends. */
function quoteLines(text: string): string {
  return editValues(text, (value) => (/^[[{]/.test(value) ? undefined : JSON.stringify(withoutQuotes(value))));
}

/** Replaces escape sequences, which DataAgent would read as text. Not in a value with both kinds of quotes. */
function unescapeLines(text: string): string {
  return editValues(text, (value) => {
    if (!/^".*\\.*"$/.test(value)) return undefined;
    const plain = JSON.parse(value) as string;
    return plain.includes("'") || withoutQuotes(plain) !== plain || /[\r\n]/.test(plain) ? undefined : `'${plain}'`;
  });
}

function withoutQuotes(value: string): string {
  return value.replace(/^"+|"+$/g, "").replace(/^'+|'+$/g, "");
}

/** Changes the values of a front matter that are on one line. @param change returns undefined to leave a value. */
function editValues(text: string, change: (value: string) => string | undefined): string {
  const { lead, open, header } = splitFrontMatter(text);
  const edits = readHeaderLines(header).entries.flatMap(({ value, continuation, start, column }) => {
    const changed = value === "" || continuation !== "" ? undefined : change(value);
    const from = lead.length + open.length + start + column - 1;
    return changed === undefined ? [] : [{ start: from, end: from + value.length, text: changed }];
  });
  return applyEdits(text, edits);
}
