import type { ParsedEntry } from "./imported-memory.ts";

const bullet = /^\s*(?:[-*+•]|\d+[.)])?\s*/u;

/** The date before a memory, in brackets or not, and what separates it from the text: `[2026-02-15] - …`, `[unknown] - …`. */
const dates: readonly RegExp[] = [
  /^\[(\d{4}-\d{2}-\d{2})[^\]]*\]\s*(?:[-–—:.]\s*)?/u,
  /^(\d{4}-\d{2}-\d{2})\s*[-–—:]\s+/u,
  /^\[(?:date |no |unknown|n\/a|undated|not )[^\]]*\]\s*(?:[-–—:.]\s*)?/iu,
];

/** Parses a text with a memory on each line. Headings, fences and lines that introduce a list are skipped. */
export function parseTextEntries(text: string, path: string): readonly ParsedEntry[] {
  return text.split(/\r\n|\r|\n/).flatMap((line): readonly ParsedEntry[] => {
    if (line.trim() === "") return [];
    const [start = ""] = bullet.exec(line) ?? [];
    const entry = line.slice(start.length);
    if (/^(?:#{1,6}\s|```|~~~)/.test(entry) || (start.trim() === "" && /:\**$/.test(entry.trim()))) return ["heading"];
    const [prefix = "", date] = dates.map((pattern) => pattern.exec(entry)).find((found) => found !== null) ?? [];
    const content = entry.slice(prefix.length).trim();
    return [{ content, ...(date !== undefined && { createdAt: `${date}T00:00:00.000Z` }), files: [path] }];
  });
}
