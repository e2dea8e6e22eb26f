import { readHeaderLines, type Fix, type FrontMatterSplit } from "@precept/core";

/**
 * Writes a key's value otherwise, lines below the key included; a comment behind it goes.
 *
 * @param value as it is to stand behind the colon.
 * @returns undefined where the key has no line of its own.
 */
export function fixValue(split: FrontMatterSplit, key: string, value: string): Fix | undefined {
  const entry = readHeaderLines(split.header).entries.find((one) => one.key === key);
  if (entry === undefined) return undefined;
  const offset = split.lead.length + split.open.length;
  const written = split.header.slice(entry.start, entry.end).replace(/[\r\n]+$/, "");
  const name = /^[^:]*:/.exec(written)?.[0] ?? "";
  const start = offset + entry.start + name.length;
  return {
    title: `Write \`${key}: ${value}\``,
    edits: [{ start, end: offset + entry.start + written.length, text: ` ${value}` }],
    safe: true,
  };
}
