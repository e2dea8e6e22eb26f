import {
  extractContent,
  editHeader,
  joinFrontMatter,
  detectLineBreak,
  printYaml,
  type FrontMatterParts,
  type FrontMatterSplit,
  type RuleDraft,
} from "@precept/core";
import type { PrintableRule } from "./header-format.ts";

/** The format-specific functions that `printFile` needs. */
export interface HeaderWriter {
  /** The keys that `write` handles, in the order of a new file. */
  readonly keys: readonly string[];
  readonly allowsUnknownKeys: boolean;
  /** The key that declares the name of the rule. Absent if the format has none. */
  readonly nameKey?: string;
  split(text: string): FrontMatterSplit;
  parse(text: string): RuleDraft;
  write(rule: PrintableRule): Readonly<Record<string, string | undefined>>;
  /** Returns the text to write below the front matter. Default: the content of the rule. */
  writeContent?(rule: PrintableRule): string;
}

/** Prints a rule file. If `original` is given, everything that the rule does not change is preserved byte for byte. */
export function printFile(writer: HeaderWriter, rule: PrintableRule, original?: string): string {
  return original === undefined ? printNewFile(writer, rule, "\n") : updateFile(writer, rule, original);
}

function printNewFile(writer: HeaderWriter, rule: PrintableRule, eol: string, declaresName = false): string {
  const lines = [...printLines(writer, rule, declaresName).values()];
  const content = printContent(writer, rule);
  const print = (header: readonly string[]): string => ["---", ...header, "---", "", content].join(eol);
  if (lines.length > 0) return print(lines);
  // Without keys, front matter is only needed if the content looks like it. Some tools do not detect it if it is empty.
  return [content, print([])].find((text) => writer.parse(text).content === content) ?? print([""]);
}

/**
 * Applies the changes of a rule to its file. Tries several ways of editing, from the one that preserves most to the one
 * that preserves least, and returns the first result that parses to the rule.
 */
function updateFile(writer: HeaderWriter, rule: PrintableRule, original: string): string {
  // Most files of an export are as it would write them. Comparing takes less time than parsing.
  if (printNewFile(writer, rule, "\n") === original) return original;
  const before = inheritName(rule, writer.parse(original));
  // The name is a key of the front matter only if the file declares it. Otherwise it comes from the file name.
  const declaresName = !before.label;
  const lines = printLines(writer, rule, declaresName);
  const split = writer.split(original);
  const changes = compareLines(printLines(writer, before, declaresName), lines);
  const sameText = before.content === rule.content || before.content === printContent(writer, rule);
  if (changes.size === 0 && sameText) return original;
  const eol = detectLineBreak(original);
  const body = sameText ? split.body : replaceContent(printContent(writer, rule), split, eol);
  // Text directly after the closing fence (`---# Title`) stays there. New text starts on its own line.
  const parts = { ...split, body, close: sameText ? split.close : endLine(split.close, eol) };
  // New front matter gets the line breaks of the text.
  const header = split.open === "" ? { ...split, open: `---${eol}` } : split;
  const attempts = [
    () => (changes.size === 0 ? joinFrontMatter(parts) : undefined),
    () => replaceHeader(editHeader(header, changes), parts, eol),
    () => replaceHeader(editHeader(header, changes, { comments: "dropped" }), parts, eol),
    () => replaceHeader([...lines.values()].join(eol), parts, eol),
    () => printNewFile(writer, rule, eol, declaresName),
  ];
  for (const attempt of attempts) {
    const text = attempt();
    if (text !== undefined && parsesTo(writer, text, rule, declaresName)) return text;
  }
  // Some tools do not recognise a lone carriage return as a line break.
  return printNewFile(writer, rule, "\n", declaresName);
}

function replaceHeader(header: string, parts: FrontMatterParts, eol: string): string {
  const fence = `---${eol}`;
  // Without a closing fence, the front matter would extend into the text.
  const fences = parts.close === "" || parts.open === "" ? { open: fence, close: fence } : {};
  return joinFrontMatter({ ...parts, ...fences, header: endLine(header, eol) });
}

function parsesTo(writer: HeaderWriter, text: string, rule: PrintableRule, declaresName: boolean): boolean {
  const read = inheritName(rule, writer.parse(text));
  const changes = compareLines(printLines(writer, read, declaresName), printLines(writer, rule, declaresName));
  return read.content === printContent(writer, rule) && changes.size === 0;
}

/** Uses the name of the rule if the text declares none, since the file name is not known here. */
function inheritName({ name }: PrintableRule, read: RuleDraft): RuleDraft {
  return read.label ? { ...read, name } : read;
}

/** Returns the new line of each key that changes, or undefined if the key is removed. */
function compareLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return new Map([...keys].filter((key) => before.get(key) !== after.get(key)).map((key) => [key, after.get(key)]));
}

/**
 * Returns the lines of the front matter by key, in the order of a new file.
 *
 * @param declaresName whether to include the name even if `write` does not.
 */
function printLines(writer: HeaderWriter, rule: PrintableRule, declaresName: boolean): ReadonlyMap<string, string> {
  const values = Object.entries(writer.write(rule)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const lines = new Map(values.map(([key, value]) => [key, value === "" ? `${key}:` : `${key}: ${value}`]));
  const { nameKey } = writer;
  if (declaresName && nameKey !== undefined && !lines.has(nameKey)) lines.set(nameKey, `${nameKey}: ${printYaml(rule.name)}`);
  if (!writer.allowsUnknownKeys) return lines;
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (isWritableKey(key) && !writer.keys.includes(key)) lines.set(key, `${key}: ${printYaml(value)}`);
  }
  return lines;
}

/** Whether front matter can hold a metadata key. `__proto__` is excluded: it can get lost in a JSON copy of a rule. */
export function isWritableKey(key: string): boolean {
  return key !== "__proto__" && /^[A-Za-z_$][\w$.-]*$/.test(key);
}

/** Replaces the content and preserves the blank lines before it, or inserts one if they would change the content. */
function replaceContent(content: string, split: FrontMatterSplit, eol: string): string {
  const body = split.body.slice(0, split.body.length - extractContent(split).length) + content;
  // A line feed after a lone carriage return would combine with it to one line break.
  return extractContent({ ...split, body }) === content ? body : (split.close.endsWith("\r") ? "\r" : eol) + content;
}

function printContent(writer: HeaderWriter, rule: PrintableRule): string {
  return writer.writeContent?.(rule) ?? rule.content;
}

function endLine(text: string, eol: string): string {
  return text === "" || /[\r\n]$/.test(text) ? text : text + eol;
}
