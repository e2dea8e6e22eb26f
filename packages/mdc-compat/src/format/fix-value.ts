import { readHeaderLines, type Fix, type FrontMatterSplit } from "@precept/core";

/**
 * Creates a fix that replaces the value of a front matter key, including its continuation lines and a comment after it.
 *
 * @param value the new text after the colon.
 * @returns undefined if the key has no line of its own.
 */
export function fixValue(split: FrontMatterSplit, key: string, value: string): Fix | undefined {
  const entry = readHeaderLines(split.header).entries.find((one) => one.key === key);
  if (entry === undefined) return undefined;
  const offset = split.lead.length + split.open.length;
  const current = split.header.slice(entry.start, entry.end).replace(/[\r\n]+$/, "");
  const name = /^[^:]*:/.exec(current)?.[0] ?? "";
  const start = offset + entry.start + name.length;
  return {
    title: `Write \`${key}: ${value}\``,
    edits: [{ start, end: offset + entry.start + current.length, text: ` ${value}` }],
    safe: true,
  };
}
