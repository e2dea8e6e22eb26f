import { detectLineBreak, type FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";

export interface EditOptions {
  /** What becomes of a comment behind a value that changes. To tools that know no comments it is a part of the value. Default `kept`. */
  readonly comments?: "kept" | "dropped";
}

/**
 * A front matter with some keys changed, added or removed. Every other byte stays.
 *
 * @param changes for each key its whole new line without a line break, or undefined to remove it. New keys go to the end, in this order.
 */
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
    // A key that is written twice keeps its first line only.
    if (line !== undefined) edited += line + (comments === "kept" ? commentOf(entry.value) : "") + eol;
    pending.delete(entry.key);
    position = entry.end;
  }
  edited += header.slice(position);
  const added = [...pending.values()].filter((line) => line !== undefined);
  if (added.length > 0 && edited !== "" && !/[\r\n]$/.test(edited)) edited += eol;
  return edited + added.map((line) => line + eol).join("");
}

/** The comment behind a value that ends on its line and is no list, with the spaces before it. */
function commentOf(value: string): string {
  const rest = value.replace(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/, "");
  return /^["'[{|>]/.test(rest) ? "" : (/\s+#.*$/.exec(rest)?.[0] ?? "");
}
