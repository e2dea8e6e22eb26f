import { isRecord, PreceptError } from "@precept/core";
import type { ImportedMemory, MemoryFile } from "./imported-memory.ts";

/** The keys of lists in exports, and of the texts in them. */
const listKeys = ["results", "memories", "data", "items"] as const;
const textKeys = ["memory", "content", "text", "title"] as const;

/**
 * Parses an export of memories: a list in JSON, as mem0 exports it, or a text with a memory on each line, as users copy
 * it from ChatGPT.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for JSON without a list of memories.
 */
export function parseExport(file: MemoryFile): readonly ImportedMemory[] {
  const isJson = /^\s*[[{]/.test(file.text) && !/^\s*\[\d{4}-/.test(file.text);
  return isJson ? parseJsonExport(file) : parseTextExport(file);
}

function parseJsonExport({ path, text }: MemoryFile): readonly ImportedMemory[] {
  const list = findList(parseJson(text));
  if (list === undefined) {
    const expected = `JSON with a list of memories, or an object with one under ${listKeys.join(", ")}`;
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--file", value: path, expected });
  }
  return list.flatMap((item): readonly ImportedMemory[] => {
    if (typeof item === "string") return [{ content: item.trim(), files: [path] }];
    const content = isRecord(item) ? textKeys.map((key) => item[key]).find((value) => typeof value === "string") : undefined;
    if (!isRecord(item) || typeof content !== "string") return [];
    const createdAt = timeOf(item["created_at"] ?? item["createdAt"]);
    const { categories, tags = categories } = item;
    const names = Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string" && tag.trim() !== "") : [];
    return [
      {
        content: content.trim(),
        ...(names.length > 0 && { tags: names }),
        ...(createdAt !== undefined && { createdAt }),
        files: [path],
      },
    ];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  return listKeys.map((key) => value[key]).find((list) => Array.isArray(list));
}

/** Times are ISO 8601, or seconds since 1970. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const time = new Date(typeof value === "number" ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A bullet or a number, and the date in brackets that exports put before a memory. */
const lineStart = /^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[(\d{4}-\d{2}-\d{2})\]\s*(?:[-–—:]\s*)?)?/u;

function parseTextExport({ path, text }: MemoryFile): readonly ImportedMemory[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [start = "", date] = lineStart.exec(line) ?? [];
    const content = line.slice(start.length).trim();
    // Headings and fences are no memories.
    if (content === "" || /^(?:#{1,6}\s|```|~~~)/.test(content)) return [];
    return [{ content, ...(date !== undefined && { createdAt: `${date}T00:00:00.000Z` }), files: [path] }];
  });
}
