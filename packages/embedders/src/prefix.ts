import type { EmbedOptions } from "@precept/core";

/** Prefixes for models that embed queries and documents differently, such as `search_query: `. */
export interface PrefixOptions {
  /** Default: none. */
  readonly queryPrefix?: string | undefined;
  /** Default: none. A change makes stored vectors stale. */
  readonly documentPrefix?: string | undefined;
}

/** Adds the prefix to a text. Replaces unpaired surrogates, which tokenizers and JSON parsers reject. */
export function prefixText(
  text: string,
  kind: EmbedOptions["kind"],
  { queryPrefix = "", documentPrefix = "" }: PrefixOptions,
): string {
  return `${kind === "query" ? queryPrefix : documentPrefix}${text}`.toWellFormed();
}
