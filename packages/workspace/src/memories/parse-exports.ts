import { isRecord, PreceptError } from "@precept/core";
import { splitEntries, type MemoryFile, type ParsedEntry, type ParsedMemories } from "./imported-memory.ts";
import { isConversation, parseConversation } from "./parse-conversation.ts";
import { parseTextEntries } from "./parse-text-entries.ts";
import { timeOf } from "./time-of.ts";

/** The keys of lists in exports, and of the texts in them. */
const listKeys = ["results", "memories", "data", "items"] as const;
const textKeys = ["memory", "content", "text", "title"] as const;

/** The states of a memory in OpenMemory that are not in use. */
const inactiveStates: ReadonlySet<unknown> = new Set(["paused", "archived", "deleted"]);

/**
 * Parses an export of memories: a list in JSON, as mem0 answers and exports it, with an object on each line as OpenMemory backs
 * it up, the conversations of ChatGPT's data export, or a text with a memory on each line, as users copy it from ChatGPT.
 *
 * @param now in milliseconds since 1970. Memories that have expired are skipped.
 * @throws PreceptError `OPTION_VALUE_INVALID` for JSON without a list of memories.
 */
export function parseExport(file: MemoryFile, now: number = Date.now()): ParsedMemories {
  const isJson = /^\s*[[{]/.test(file.text) && !/^\s*\[(?:\d{4}-|[^\]"{[]*\]\s*[-–—:])/.test(file.text);
  return splitEntries(isJson ? parseJsonExport(file, now) : parseTextEntries(file.text, file.path));
}

function parseJsonExport({ path, text }: MemoryFile, now: number): readonly ParsedEntry[] {
  const value = parseJson(text);
  const list = findList(value);
  if (list === undefined) {
    const expected =
      `JSON with a list of memories, or an object with one under ${listKeys.join(", ")}, ` +
      "or the conversations.json of ChatGPT's data export";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--file", value: path, expected });
  }
  const names = categoryNames(value);
  const entries = list.flatMap((item): readonly ParsedEntry[] =>
    isConversation(item) ? parseConversation(item, path) : [parseItem(item, path, names, now)],
  );
  return [...entries, ...Array<ParsedEntry>(countOtherPages(value, list)).fill("otherPages")];
}

function parseItem(item: unknown, path: string, names: ReadonlyMap<unknown, unknown>, now: number): ParsedEntry {
  if (typeof item === "string") return { content: item.trim(), files: [path] };
  if (!isRecord(item)) return "noText";
  const content = textKeys.map((key) => item[key]).find((value) => typeof value === "string");
  if (content === undefined) return "noText";
  if (inactiveStates.has(item["state"]) || item["enabled"] === false) return "inactive";
  const expires = timeOf(item["expiration_date"] ?? item["expirationDate"]);
  if (expires !== undefined && Date.parse(expires) <= now) return "expired";
  const createdAt = timeOf(item["created_at"] ?? item["createdAt"]);
  const tags = tagsOf(item, names);
  return {
    content: content.trim(),
    ...(tags.length > 0 && { tags }),
    ...(createdAt !== undefined && { createdAt }),
    files: [path],
  };
}

/** Categories are names, or ids of a list of categories beside the memories. */
function tagsOf(
  { tags, categories, category_ids: ids }: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<unknown, unknown>,
): readonly string[] {
  const given = [tags, categories, ids].find(Array.isArray) ?? [];
  return given
    .map((one: unknown) => names.get(one) ?? one)
    .filter((tag) => typeof tag === "string" && tag.trim() !== "") as string[];
}

function categoryNames(value: unknown): ReadonlyMap<unknown, unknown> {
  const categories: unknown = isRecord(value) ? value["categories"] : undefined;
  return new Map(Array.isArray(categories) ? categories.filter(isRecord).map(({ id, name }) => [id, name]) : []);
}

/** JSON, or a JSON object on each line. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseJsonLines(text);
  }
}

function parseJsonLines(text: string): unknown {
  try {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : undefined;
  } catch {
    return undefined;
  }
}

function findList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  if (isConversation(value)) return [value];
  return listKeys.map((key) => value[key]).find((list) => Array.isArray(list));
}

/** How many memories are on other pages: an answer of mem0's platform has one page, the number of all, and the next page. */
function countOtherPages(value: unknown, list: readonly unknown[]): number {
  if (!isRecord(value) || typeof value["count"] !== "number") return 0;
  return typeof value["next"] === "string" || typeof value["previous"] === "string"
    ? Math.max(0, value["count"] - list.length)
    : 0;
}
