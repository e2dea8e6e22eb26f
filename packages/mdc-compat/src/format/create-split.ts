import type { FrontMatterParts, FrontMatterSplit } from "@precept/core";

/** Creates the split of a file with front matter from its parts. */
export function createSplit(parts: FrontMatterParts): FrontMatterSplit {
  const headerLine = 1 + countLineBreaks(parts.lead + parts.open);
  const bodyLine = headerLine + countLineBreaks(parts.header + parts.close);
  return { ...parts, found: true, headerLine, bodyLine, anomalies: [] };
}

/** Creates the split of a file without front matter. `lead` is the text before the body, such as a byte order mark. */
export function createTextSplit(text: string, lead: string): FrontMatterSplit {
  const parts = { found: false, lead, open: "", header: "", close: "", body: text.slice(lead.length) };
  return { ...parts, headerLine: 1, bodyLine: 1, anomalies: [] };
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
