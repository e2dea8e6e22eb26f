import type { Json } from "@precept/contract/values";
import type { Rule } from "../model/rule.ts";
import type { ExportedRecord, FidelityNote, ParsedFile, PrintedFile } from "../ports/rule-codec.ts";
import { describeText } from "../model/own-description.ts";
import { editHeader } from "./edit-header.ts";
import { joinFrontMatter, detectLineBreak, splitFrontMatter } from "./front-matter.ts";
import { nativeFields, nativeKeys, type NativeField, type NativeKey } from "./native-fields.ts";
import { parseNativeRule } from "./parse-native.ts";
import { readPlainScalar } from "./plain-scalar.ts";

export interface NativePrintOptions {
  /** Whether to print {@link ParsedFile.record}. Default false: a store takes the id and times from the file. */
  readonly withRecord?: boolean;
}

type PrintableRule = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt">;

/** Prints a native rule file, without `scope` and `origin`. With the original, only changed lines differ from it. */
export function printNativeRule(changed: Rule, original?: string, { withRecord = false }: NativePrintOptions = {}): PrintedFile {
  const notes: FidelityNote[] = [];
  const shadowed = Object.keys(changed.metadata).filter((key) => nativeKeys.has(key));
  if (shadowed.length > 0) {
    const keys = shadowed.map((key) => `"${key}"`).join(", ");
    notes.push({
      field: "metadata",
      kind: "lost",
      message: `Metadata with the names of fields of a native file is left out: ${keys}.`,
    });
  }
  const before: Partial<ParsedFile> = original === undefined ? {} : parse(original);
  const rule = withDescription(changed, before.draft);
  if (changed.description.trim() === "") {
    const message = "A native file needs a description; the first sentence of the text, or the name, is used instead.";
    notes.push({ field: "description", kind: "lost", message });
  }
  const record = recordLines(withRecord ? rule : (before.record ?? {}));
  if (original === undefined) return { text: printNew(rule, "\n", record), notes };
  const edited = editOriginal(original, before, rule, record);
  if (edited !== undefined) return { text: edited, notes };
  notes.push({ field: "metadata", kind: "lost", message: "The front matter is rewritten; its comments are lost." });
  return { text: printNew(rule, detectLineBreak(original), record), notes };
}

function printNew(rule: Rule, eol: string, record: ReadonlyMap<string, string>): string {
  const lines = [...linesOf(rule).values(), ...record.values()];
  return ["---", ...lines, "---", printBody(rule.content, eol)].join(eol);
}

/** Edits the original to match the rule. Undefined if not possible by line, as with flow mappings or anchors. */
function editOriginal(
  original: string,
  { draft, record: oldRecord = {} }: Partial<ParsedFile>,
  rule: Rule,
  record: ReadonlyMap<string, string>,
): string | undefined {
  if (draft === undefined) return undefined;
  const split = splitFrontMatter(original);
  const changes = changesBetween(draft, rule, split.header);
  for (const [key, line] of differences(recordLines(oldRecord), record)) changes.set(key, line);
  const body = draft.content === rule.content ? split.body : printBody(rule.content, detectLineBreak(original));
  const text = joinFrontMatter({ ...split, header: editHeader(split, changes), body });
  if (changes.size === 0) return text;
  const after = parse(text);
  const isEqual =
    after.draft !== undefined &&
    changesBetween(after.draft, rule, "").size === 0 &&
    differences(recordLines(after.record ?? {}), record).size === 0;
  return isEqual ? text : undefined;
}

function parse(text: string): ParsedFile {
  return parseNativeRule({ text, path: "", file: "" });
}

/** Adds the blank line before the text, which the parser removes. */
function printBody(content: string, eol: string): string {
  return eol + content;
}

/** Adds the description that a file needs, from the text. One that was made from the text before follows the text. */
function withDescription(rule: Rule, before: ParsedFile["draft"]): Rule {
  const isMade =
    rule.description.trim() === "" ||
    (before !== undefined && before.description === rule.description && rule.description === describeText(before.content));
  return isMade ? { ...rule, description: describeText(rule.content) || rule.name } : rule;
}

function linesOf(rule: PrintableRule): Map<string, string> {
  const lines = printFields({ ...rule, createdAt: undefined, updatedAt: undefined });
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (!nativeKeys.has(key)) lines.set(key, `${printYaml(key)}: ${printYaml(value)}`);
  }
  return lines;
}

function recordLines({ id, createdAt, updatedAt }: ExportedRecord): Map<string, string> {
  return printFields({ ruleId: id, createdAt, updatedAt });
}

/** The lines of the keys with a value other than the default. */
function printFields(values: Readonly<Partial<Record<NativeKey, Json | undefined>>>): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [key, field] of Object.entries(nativeFields) as [NativeKey, NativeField][]) {
    const value = values[key];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(field.default)) continue;
    lines.set(key, `${key}: ${printYaml(value)}`);
  }
  return lines;
}

/** The new lines of the keys whose lines differ. Undefined removes a line. */
function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Map<string, string | undefined> {
  const changes = new Map<string, string | undefined>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(key) !== after.get(key)) changes.set(key, after.get(key));
  }
  return changes;
}

function changesBetween(before: PrintableRule, after: PrintableRule, header: string): Map<string, string | undefined> {
  const changes = differences(linesOf(before), linesOf(after));
  // Globs can be under one of two keys. A change must not leave them under both.
  if (changes.has("globs") && /^fileMatchPattern[ \t]*:/m.test(header)) changes.set("fileMatchPattern", undefined);
  return changes;
}

/** Prints a value as YAML on one line: plain if it parses to the same text, else as JSON, which is valid YAML. */
export function printYaml(value: Json): string {
  if (typeof value === "string") return readPlainScalar(value)?.value === value ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => JSON.stringify(item)).join(", ")}]`;
  return JSON.stringify(value);
}
