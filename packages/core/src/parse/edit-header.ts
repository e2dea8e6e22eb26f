import { detectLineBreak, type FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";

export interface EditOptions {
  /** Whether to keep the comment after a changed value. Some tools read it as part of the value. Default `kept`. */
  readonly comments?: "kept" | "dropped";
}

/** Changes keys; other bytes stay. @param changes each key's new line; undefined removes it. New keys come last. */
export function editHeader(
  split: FrontMatterSplit,
  changes: ReadonlyMap<string, string | undefined>,
  { comments = "kept" }: EditOptions = {},
): string {
  const { header } = split;
  const eol = detectLineBreak(split.open + header);
  const pending = new Map(changes);
  let edited = "";
  let position = 0;
  for (const entry of readHeaderLines(header).entries) {
    if (!changes.has(entry.key)) continue;
    edited += header.slice(position, entry.start);
    const line = pending.get(entry.key);
    // Of a duplicate key, only the first line remains.
    if (line !== undefined) edited += line + (comments === "kept" ? commentOf(entry.value) : "") + eol;
    pending.delete(entry.key);
    position = entry.end;
  }
  edited += header.slice(position);
  const added = [...pending.values()].filter((line) => line !== undefined);
  if (added.length > 0 && edited !== "" && !/[\r\n]$/.test(edited)) edited += eol;
  return edited + added.map((line) => line + eol).join("");
}

/** The comment after a value, with the spaces before it; empty for lists and values over several lines. */
function commentOf(value: string): string {
  const rest = value.replace(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/, "");
  return /^["'[{|>]/.test(rest) ? "" : (/\s+#.*$/.exec(rest)?.[0] ?? "");
}
