import { formatNumber } from "@precept/core";
import type { SearchIndexStatus } from "@precept/store-sqlite";
import type { Style } from "../../terminal/style.ts";
import { viewFields } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";

/**
 * Prints the state of a search index.
 *
 * @param hasEmbedder whether an embedder is configured. Otherwise, the embedder of the status is the one that was used last.
 */
export function viewStatus(status: SearchIndexStatus, hasEmbedder: boolean, style: Style): string {
  const { rules, indexed, embedder, dim, embedded, stale, bytes } = status;
  const known = embedder === undefined ? "none: rules are found by words only" : printable(embedder);
  const fields: readonly (readonly [string, string])[] = [
    ["rules", formatNumber(rules)],
    ["by words", partOf(indexed, rules)],
    ["by meaning", partOf(embedded, rules)],
    ["embedder", hasEmbedder || embedder === undefined ? known : `${known} (used last; none is configured)`],
    ...(dim === undefined ? [] : [["dimensions", formatNumber(dim)] as const]),
    ["old vectors", formatNumber(stale)],
    ["size", `${formatNumber(bytes)} bytes`],
  ];
  return `${viewFields(fields, style).join("\n")}\n`;
}

function partOf(part: number, all: number): string {
  return part >= all ? formatNumber(part) : `${formatNumber(part)} of ${formatNumber(all)}`;
}
