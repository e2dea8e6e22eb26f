import { basename, dirname } from "node:path";
import { isRecord, type Json } from "@precept/core";
import { openRoot, readLinesIn } from "@precept/files";

type Entry = { readonly [key: string]: Json };

/** How many lines of a transcript tell which agent and session it is of. */
const maxLines = 20;

/** Yields the entries in the first lines of a transcript. @param maxLineBytes longer lines are skipped. */
export async function* firstEntries(path: string, maxLineBytes: number): AsyncGenerator<Entry, void, undefined> {
  let lines = 0;
  for await (const line of readLinesIn(openRoot(dirname(path)), basename(path), { maxLineBytes })) {
    const entry = line === undefined ? undefined : parseEntry(line);
    if (entry !== undefined) yield entry;
    lines += 1;
    if (lines === maxLines) return;
  }
}

/** Parses a line of a transcript. Undefined if it is no JSON object. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
