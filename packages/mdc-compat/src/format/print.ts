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

/** What writing a file takes, whatever the dialect. */
export interface HeaderWriting {
  /** The keys that `write` answers for, in the order in which a new file has them. */
  readonly keys: readonly string[];
  readonly keepsKeys: boolean;
  /** The key by which a file may call its rule otherwise than by its own name. */
  readonly nameKey?: string;
  split(text: string): FrontMatterSplit;
  parse(text: string): RuleDraft;
  write(rule: PrintableRule): Readonly<Record<string, string | undefined>>;
  /** The text of the rule as it has to stand in the file. Default: as it is. */
  writeContent?(rule: PrintableRule): string;
}

/** Writes a rule file. With the original, every byte stays that the rule did not change. */
export function printFile(writing: HeaderWriting, rule: PrintableRule, original?: string): string {
  return original === undefined ? printAnew(writing, rule, "\n") : printOver(writing, rule, original);
}

function printAnew(writing: HeaderWriting, rule: PrintableRule, eol: string, isNamed = false): string {
  const lines = [...linesOf(writing, rule, isNamed).values()];
  const content = contentFor(writing, rule);
  const below = (header: readonly string[]): string => ["---", ...header, "---", "", content].join(eol);
  if (lines.length > 0) return below(lines);
  // A text alone is the whole file, unless it would be read as a front matter; and not every tool sees one without a line in it.
  return [content, below([])].find((text) => writing.parse(text).content === content) ?? below([""]);
}

/**
 * The original with what the rule changed. Each way of changing it keeps less of it than the one before, and the first is taken that is read back as
 * the rule.
 */
function printOver(writing: HeaderWriting, rule: PrintableRule, original: string): string {
  const before = calledLike(rule, writing.parse(original));
  // A name that the file declares is a line like the others; one that comes from the file's own name is none.
  const isNamed = !before.label;
  const lines = linesOf(writing, rule, isNamed);
  const split = writing.split(original);
  const changes = changesBetween(linesOf(writing, before, isNamed), lines);
  const sameText = before.content === rule.content || before.content === contentFor(writing, rule);
  if (changes.size === 0 && sameText) return original;
  const eol = detectLineBreak(original);
  const body = sameText ? split.body : bodyWith(contentFor(writing, rule), split, eol);
  // A title that is glued to the fence keeps its place, a new text does not take it.
  const parts = { ...split, body, close: sameText ? split.close : endLine(split.close, eol) };
  // A front matter that is new has the line breaks of the text.
  const header = split.open === "" ? { ...split, open: `---${eol}` } : split;
  const ways = [
    () => (changes.size === 0 ? joinFrontMatter(parts) : undefined),
    () => withHeader(editHeader(header, changes), parts, eol),
    () => withHeader(editHeader(header, changes, { comments: "dropped" }), parts, eol),
    () => withHeader([...lines.values()].join(eol), parts, eol),
    () => printAnew(writing, rule, eol, isNamed),
  ];
  for (const way of ways) {
    const text = way();
    if (text !== undefined && says(writing, text, rule, isNamed)) return text;
  }
  // To some tools a carriage return alone is no line break.
  return printAnew(writing, rule, "\n", isNamed);
}

function withHeader(header: string, parts: FrontMatterParts, eol: string): string {
  const fence = `---${eol}`;
  // Without a fence that closes it, the front matter would reach into whatever text follows.
  const fences = parts.close === "" || parts.open === "" ? { open: fence, close: fence } : {};
  return joinFrontMatter({ ...parts, ...fences, header: endLine(header, eol) });
}

function says(writing: HeaderWriting, text: string, rule: PrintableRule, isNamed: boolean): boolean {
  const read = calledLike(rule, writing.parse(text));
  const changes = changesBetween(linesOf(writing, read, isNamed), linesOf(writing, rule, isNamed));
  return read.content === contentFor(writing, rule) && changes.size === 0;
}

/** What was read, called like the rule where the text declares no name: the name of the file is not known here. */
function calledLike({ name }: PrintableRule, read: RuleDraft): RuleDraft {
  return read.label ? { ...read, name } : read;
}

/** For each key that changes its new line, or undefined where the key goes. */
function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return new Map([...keys].filter((key) => before.get(key) !== after.get(key)).map((key) => [key, after.get(key)]));
}

/**
 * The lines of the front matter by key, in the order in which they are written.
 *
 * @param isNamed whether the name is one of them in any case.
 */
function linesOf(writing: HeaderWriting, rule: PrintableRule, isNamed: boolean): ReadonlyMap<string, string> {
  const written = Object.entries(writing.write(rule)).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const lines = new Map(written.map(([key, value]) => [key, value === "" ? `${key}:` : `${key}: ${value}`]));
  const { nameKey } = writing;
  if (isNamed && nameKey !== undefined && !lines.has(nameKey)) lines.set(nameKey, `${nameKey}: ${printYaml(rule.name)}`);
  if (!writing.keepsKeys) return lines;
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (isWritableKey(key) && !writing.keys.includes(key)) lines.set(key, `${key}: ${printYaml(value)}`);
  }
  return lines;
}

/** `__proto__` is left alone: not every copy of a rule that JSON makes still has it. */
export function isWritableKey(key: string): boolean {
  return key !== "__proto__" && /^[A-Za-z_$][\w$.-]*$/.test(key);
}

/** The text, set off from the front matter as it was before, or by a blank line where it would be read as another text. */
function bodyWith(content: string, split: FrontMatterSplit, eol: string): string {
  const body = split.body.slice(0, split.body.length - extractContent(split).length) + content;
  // Behind a lone carriage return a line feed would be no line of its own.
  return extractContent({ ...split, body }) === content ? body : (split.close.endsWith("\r") ? "\r" : eol) + content;
}

function contentFor(writing: HeaderWriting, rule: PrintableRule): string {
  return writing.writeContent?.(rule) ?? rule.content;
}

function endLine(text: string, eol: string): string {
  return text === "" || /[\r\n]$/.test(text) ? text : text + eol;
}
