/** A line that starts a section of a file with several rules, or ends the last one. */
export interface SectionMarker {
  /** The name of the section. Absent in the marker at the end. */
  readonly name?: string;
}

/** The line after the last section. */
export const endMarker = "<!-- precept: end -->";

/** Returns the line before a section. */
export function printMarker(name: string): string {
  return `<!-- precept: rule ${name} -->`;
}

/** Reads a line as a marker. Returns undefined if it is none. */
export function parseMarker(line: string): SectionMarker | undefined {
  const { colons, words } = parseComment(line) ?? {};
  if (colons !== 1 || words === undefined) return undefined;
  return words === "end" ? {} : { name: words.slice("rule".length).trim() };
}

/** Adds a colon to the lines of a text that look like markers. `unescapeMarkers` removes it. */
export function escapeMarkers(text: string): string {
  return replaceMarkers(text, (line, start) => `${line.slice(0, start)}:${line.slice(start)}`);
}

/** Reverses `escapeMarkers`. */
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

const prefix = "precept:";

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
