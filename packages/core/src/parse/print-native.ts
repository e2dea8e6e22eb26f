import type { Json } from "../model/json.ts";
import { defaultPriority } from "../model/priority.ts";
import type { Rule, RuleDraft } from "../model/rule.ts";
import type { FidelityNote, PrintedFile } from "../ports/rule-codec.ts";
import { editHeader } from "./edit-header.ts";
import { joinFrontMatter, detectLineBreak, splitFrontMatter } from "./front-matter.ts";
import type { NativeKey } from "./native-header.ts";
import { parseNativeRule } from "./parse-native.ts";
import { readPlainScalar } from "./plain-scalar.ts";
import { nativeKeys } from "./simple-header.ts";

/** The keys of a native file in order, each with its value for a rule. Undefined omits the key. */
const fields: readonly (readonly [NativeKey, (rule: PrintableRule) => Json | undefined])[] = [
  ["name", (rule) => rule.name],
  ["description", (rule) => (rule.description.trim() === "" ? rule.name : rule.description)],
  ["inclusion", (rule) => rule.inclusion],
  ["globs", (rule) => nonEmpty(rule.globs)],
  ["priority", (rule) => (rule.priority === defaultPriority ? undefined : rule.priority)],
  ["override", (rule) => (rule.override ? true : undefined)],
  ["enabled", (rule) => (rule.enabled ? undefined : false)],
  ["pending", (rule) => (rule.pending ? true : undefined)],
  ["authority", (rule) => (rule.authority === "default" ? undefined : rule.authority)],
  ["category", (rule) => rule.category],
  ["contexts", (rule) => nonEmpty(rule.contexts)],
  ["targets", (rule) => nonEmpty(rule.targets)],
  ["projectId", (rule) => rule.projectId],
  ["userId", (rule) => rule.userId],
  ["tags", (rule) => nonEmpty(rule.tags)],
  ["conditions", (rule) => rule.conditions],
  ["version", (rule) => (rule.version === 1 ? undefined : rule.version)],
  ["replaces", (rule) => nonEmpty(rule.replaces)],
];

type PrintableRule = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt">;

/** Prints a native rule file. With the original, only changed lines differ from it. */
export function printNativeRule(rule: Rule, original?: string): PrintedFile {
  const notes: FidelityNote[] = [];
  if (rule.description.trim() === "") {
    notes.push({ field: "description", kind: "lost", message: "A native file needs a description; the name is used instead." });
  }
  if (original === undefined) return { text: printNew(rule, "\n"), notes };
  const edited = editOriginal(original, rule);
  if (edited !== undefined) return { text: edited, notes };
  notes.push({ field: "metadata", kind: "lost", message: "The front matter is rewritten; its comments are lost." });
  return { text: printNew(rule, detectLineBreak(original)), notes };
}

function printNew(rule: Rule, eol: string): string {
  const lines = [...linesOf(rule).values()];
  return ["---", ...lines, "---", printBody(rule.content, eol)].join(eol);
}

/**
 * Edits the original to match the rule. Undefined if single lines cannot be edited, as with flow mappings, quoted keys or anchors: the edited file
 * would then not parse to the rule.
 */
function editOriginal(original: string, rule: Rule): string | undefined {
  const before = draftIn(original);
  if (before === undefined) return undefined;
  const split = splitFrontMatter(original);
  const changes = changesBetween(before, rule, split.header);
  const body = before.content === rule.content ? split.body : printBody(rule.content, detectLineBreak(original));
  const text = joinFrontMatter({ ...split, header: editHeader(split, changes), body });
  if (changes.size === 0) return text;
  const after = draftIn(text);
  return after !== undefined && changesBetween(after, rule, "").size === 0 ? text : undefined;
}

function draftIn(text: string): RuleDraft | undefined {
  return parseNativeRule({ text, path: "", file: "" }).draft;
}

/** Adds the blank line before the text, which the parser removes. */
function printBody(content: string, eol: string): string {
  return eol + content;
}

function linesOf(rule: PrintableRule): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [key, read] of fields) {
    const value = read(rule);
    if (value !== undefined) lines.set(key, `${key}: ${printYaml(value)}`);
  }
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (!nativeKeys.has(key)) lines.set(key, `${printYaml(key)}: ${printYaml(value)}`);
  }
  return lines;
}

function changesBetween(before: PrintableRule, after: PrintableRule, header: string): Map<string, string | undefined> {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  const changes = new Map<string, string | undefined>();
  for (const key of new Set([...oldLines.keys(), ...newLines.keys()])) {
    if (oldLines.get(key) !== newLines.get(key)) changes.set(key, newLines.get(key));
  }
  // Globs can be under one of two keys. A change must not leave them under both.
  if (changes.has("globs") && /^fileMatchPattern[ \t]*:/m.test(header)) changes.set("fileMatchPattern", undefined);
  return changes;
}

function nonEmpty(items: readonly string[]): readonly string[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** Prints a value as YAML on one line: plain if it parses to the same text, else as JSON, which is valid YAML. */
export function printYaml(value: Json): string {
  if (typeof value === "string") return readPlainScalar(value)?.value === value ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => JSON.stringify(item)).join(", ")}]`;
  return JSON.stringify(value);
}
