import { PreceptError } from "@precept/core";

/** Creates the error `EMBEDDER_FAILED`. No part of it may contain a text or a key. The remedy is the hint. */
export function embedderFailure(
  embedder: string,
  reason: string,
  { remedy, cause }: { readonly remedy?: string | undefined; readonly cause?: unknown } = {},
): PreceptError<"EMBEDDER_FAILED"> {
  const details = { embedder, reason, ...(remedy !== undefined && { remedy }) };
  return new PreceptError("EMBEDDER_FAILED", details, cause === undefined ? {} : { cause });
}
