import { withLineEndsOf } from "../ledger/same-text.ts";

const prefix = "precept:";
const endMarker = "<!-- precept: end -->";

export interface FileSection {
  /** As in the marker line before it. */
  readonly name: string;
  /** With LF line ends, without blank lines around it. */
  readonly text: string;
  /** The first line of the text, from 1. For an empty section, the line of the marker. */
  readonly line: number;
}

interface SplitFile {
  /** In the order of the file. A name can occur several times. */
  readonly sections: readonly FileSection[];
  /** The texts in no section: before the first one, or after the end marker. */
  readonly outside: readonly Omit<FileSection, "name">[];
}

/** Splits a file at its marker lines. Line breaks, a byte order mark and blank lines around a text do not count. */
export function splitSections(file: string): SplitFile {
  const sections: FileSection[] = [];
  const outside: Omit<FileSection, "name">[] = [];
  const lines = withoutMark(file).split(/\r\n?|\n/);
  let name: string | undefined;
  let start = 0;
  const endPart = (end: number): void => {
    const part = lines.slice(start, end);
    const text = trimSection(unescapeMarkers(part.join("\n")));
    const line = start + 1 + part.findIndex((one) => one.trim() !== "");
    if (name !== undefined) sections.push({ name, text, line });
    else if (text !== "") outside.push({ text, line });
  };
  for (const [at, line] of lines.entries()) {
    const marker = parseMarker(line);
    if (marker === undefined) continue;
    endPart(at);
    name = marker.name;
    start = at + 1;
  }
  endPart(lines.length);
  return { sections, outside };
}

/** Writes a marker line before each section and one at the end. Escapes lines of a text that look like markers. */
export function joinSections(sections: readonly Pick<FileSection, "name" | "text">[]): string {
  const parts = sections.flatMap(({ name, text }) => {
    const body = escapeMarkers(trimSection(text));
    return body === "" ? [printMarker(name)] : [printMarker(name), body];
  });
  return `${[...parts, endMarker].join("\n\n")}\n`;
}

/** Removes the marker lines from a file with several rules. Its line ends and a byte order mark stay. */
export function removeMarkers(file: string): string {
  const { sections, outside } = splitSections(file);
  const texts = [...sections, ...outside].toSorted((left, right) => left.line - right.line).map(({ text }) => text);
  const mark = file.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + withLineEndsOf(file, `${texts.filter((text) => text !== "").join("\n\n")}\n`);
}

/** Returns names for the markers of rules: without what a marker line cannot contain. Equal names get a number. */
export function nameSections(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const clean = toOneLine(name).replaceAll(/-{2,}|[<>]/g, "-") || "unnamed";
    let chosen = clean;
    for (let number = 2; used.has(chosen); number += 1) chosen = `${clean} (${number})`;
    used.add(chosen);
    return chosen;
  });
}

/** Replaces line breaks and other white space by single spaces. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Returns a text as `splitSections` does: with LF line ends, without a byte order mark and blank lines around it. */
export function trimSection(text: string): string {
  return withoutMark(text)
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function printMarker(name: string): string {
  return `<!-- precept: rule ${name} -->`;
}

/** Reads a line that starts a section, or ends the last one and has no name. Returns undefined if it is no marker. */
function parseMarker(line: string): { readonly name?: string } | undefined {
  const { colons, words } = parseComment(line) ?? {};
  if (colons !== 1 || words === undefined) return undefined;
  return words === "end" ? {} : { name: words.slice("rule".length).trim() };
}

/** Adds a colon to the lines of a text that look like markers. `unescapeMarkers` removes it. */
function escapeMarkers(text: string): string {
  return replaceMarkers(text, (line, start) => `${line.slice(0, start)}:${line.slice(start)}`);
}

export function unescapeMarkers(text: string): string {
  return replaceMarkers(text, (line, start, colons) => (colons > 1 ? line.slice(0, start) + line.slice(start + 1) : line));
}

function replaceMarkers(text: string, replace: (line: string, start: number, colons: number) => string): string {
  if (!text.includes(prefix)) return text;
  const lines = text.split("\n").map((line) => {
    const colons = parseComment(line)?.colons;
    return colons === undefined ? line : replace(line, line.indexOf(prefix) + prefix.length, colons);
  });
  return lines.join("\n");
}

/** Reads a comment such as `<!-- precept:: rule x -->`. Returns undefined for a comment that is no marker. */
function parseComment(line: string): { readonly colons: number; readonly words: string } | undefined {
  const trimmed = line.trim();
  if (!trimmed.startsWith("<!--") || !trimmed.endsWith("-->")) return undefined;
  const inside = trimmed.slice("<!--".length, -"-->".length).trim();
  if (!inside.startsWith(prefix)) return undefined;
  const [{ length: more } = ""] = /^:*/.exec(inside.slice(prefix.length)) ?? [];
  const words = inside.slice(prefix.length + more).trim();
  return words === "end" || /^rule(?:\s|$)/.test(words) ? { colons: 1 + more, words } : undefined;
}
