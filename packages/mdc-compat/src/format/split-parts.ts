import type { FrontMatterParts, FrontMatterSplit } from "@precept/core";

/** A file with a front matter, in its parts. */
export function splitInto(parts: FrontMatterParts): FrontMatterSplit {
  const headerLine = 1 + countBreaks(parts.lead + parts.open);
  return { ...parts, found: true, headerLine, bodyLine: headerLine + countBreaks(parts.header + parts.close), anomalies: [] };
}

/** A file that is nothing but text, apart from what leads it in. */
export function splitAsText(text: string, lead: string): FrontMatterSplit {
  const parts = { found: false, lead, open: "", header: "", close: "", body: text.slice(lead.length) };
  return { ...parts, headerLine: 1, bodyLine: 1, anomalies: [] };
}

function countBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
