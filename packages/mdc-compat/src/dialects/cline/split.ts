import type { FrontMatterSplit } from "@precept/core";
import { splitAsText, splitInto } from "../../format/split-parts.ts";

/**
 * Cline's own pattern for a front matter: `---` alone on the first line, at least one line, and a line that begins with `---`, whatever follows it
 * there (https://github.com/cline/cline, `parseYamlFrontmatter`).
 */
const fences = /^(---\r?\n)([^]*?\r?\n)(---(?:\r?\n)?)/;

/** Splits a file where Cline does, behind a byte order mark as well. */
export function splitAsCline(text: string): FrontMatterSplit {
  const lead = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = text.slice(lead.length);
  const [whole = "", open = "", header = "", close = ""] = fences.exec(rest) ?? [];
  if (whole === "") return splitAsText(text, lead);
  return splitInto({ lead, open, header, close, body: rest.slice(whole.length) });
}
