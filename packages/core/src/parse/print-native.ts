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

/** The keys of a native file in the order in which they are written, and what a rule gives each; undefined leaves the key out. */
const fields: readonly (readonly [NativeKey, (rule: PrintableRule) => Json | undefined])[] = [
  ["name", (rule) => rule.name],
  ["description", (rule) => (rule.description.trim() === "" ? rule.name : rule.description)],
  ["inclusion", (rule) => rule.inclusion],
  ["globs", (rule) => listed(rule.globs)],
  ["priority", (rule) => (rule.priority === defaultPriority ? undefined : rule.priority)],
  ["override", (rule) => (rule.override ? true : undefined)],
  ["enabled", (rule) => (rule.enabled ? undefined : false)],
  ["pending", (rule) => (rule.pending ? true : undefined)],
  ["authority", (rule) => (rule.authority === "default" ? undefined : rule.authority)],
  ["category", (rule) => rule.category],
  ["contexts", (rule) => listed(rule.contexts)],
  ["targets", (rule) => listed(rule.targets)],
  ["projectId", (rule) => rule.projectId],
  ["userId", (rule) => rule.userId],
  ["tags", (rule) => listed(rule.tags)],
  ["conditions", (rule) => rule.conditions],
  ["version", (rule) => (rule.version === 1 ? undefined : rule.version)],
  ["replaces", (rule) => listed(rule.replaces)],
];

type PrintableRule = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt">;

/** Writes a native rule file. With the original, only what the rule changed is touched. */
export function printNativeRule(rule: Rule, original?: string): PrintedFile {
  const notes: FidelityNote[] = [];
  if (rule.description.trim() === "") {
    notes.push({ field: "description", kind: "lost", message: "A native file needs a description; the name stands in for it." });
  }
  if (original === undefined) return { text: printAnew(rule, "\n"), notes };
  const edited = printOver(original, rule);
  if (edited !== undefined) return { text: edited, notes };
  notes.push({ field: "metadata", kind: "lost", message: "The front matter is written anew; comments in the old one are gone." });
  return { text: printAnew(rule, detectLineBreak(original)), notes };
}

function printAnew(rule: Rule, eol: string): string {
  const lines = [...linesOf(rule).values()];
  return ["---", ...lines, "---", bodyWith(rule.content, eol)].join(eol);
}

/**
 * The original with the rule's changes in it; undefined where its lines can't be edited one by one, as in a flow mapping, below quoted keys or
 * around anchors: then the edited file would say something else than the rule.
 */
function printOver(original: string, rule: Rule): string | undefined {
  const before = draftIn(original);
  if (before === undefined) return undefined;
  const split = splitFrontMatter(original);
  const changes = changesBetween(before, rule, split.header);
  const body = before.content === rule.content ? split.body : bodyWith(rule.content, detectLineBreak(original));
  const text = joinFrontMatter({ ...split, header: editHeader(split, changes), body });
  if (changes.size === 0) return text;
  const after = draftIn(text);
  return after !== undefined && changesBetween(after, rule, "").size === 0 ? text : undefined;
}

function draftIn(text: string): RuleDraft | undefined {
  return parseNativeRule({ text, path: "", file: "" }).draft;
}

/** One blank line before the text, which reading takes off again. */
function bodyWith(content: string, eol: string): string {
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
  const old = linesOf(before);
  const young = linesOf(after);
  const changes = new Map<string, string | undefined>();
  for (const key of new Set([...old.keys(), ...young.keys()])) {
    if (old.get(key) !== young.get(key)) changes.set(key, young.get(key));
  }
  // The patterns stand under one of two keys; a change must not leave them under both.
  if (changes.has("globs") && /^fileMatchPattern[ \t]*:/m.test(header)) changes.set("fileMatchPattern", undefined);
  return changes;
}

function listed(items: readonly string[]): readonly string[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** A value as YAML on one line: plain where that reads back as the same text, else in JSON's notation, which YAML shares. */
export function printYaml(value: Json): string {
  if (typeof value === "string") return readPlainScalar(value)?.value === value ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => JSON.stringify(item)).join(", ")}]`;
  return JSON.stringify(value);
}
