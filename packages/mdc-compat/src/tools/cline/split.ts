import type { FrontMatterSplit } from "@precept/core";
import { createTextSplit, createSplit } from "../../format/create-split.ts";

/**
 * How Cline detects front matter: `---` on the first line, at least one further line, and a line that starts with `---`
 * (https://github.com/cline/cline, `parseYamlFrontmatter`).
 */
const fences = /^(---\r?\n)([^]*?\r?\n)(---(?:\r?\n)?)/;

/** Splits front matter and body as Cline does. A byte order mark before the front matter is allowed. */
export function splitAsCline(text: string): FrontMatterSplit {
  const lead = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = text.slice(lead.length);
  const [whole = "", open = "", header = "", close = ""] = fences.exec(rest) ?? [];
  if (whole === "") return createTextSplit(text, lead);
  return createSplit({ lead, open, header, close, body: rest.slice(whole.length) });
}
