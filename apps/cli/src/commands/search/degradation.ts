import type { SearchDegradation } from "@precept/core";
import type { Style } from "../../terminal/style.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { asLines } from "../../terminal/text.ts";

/** What happened, and what to do. */
const descriptions: Readonly<Record<SearchDegradation, string>> = {
  no_embedder:
    "Searched by words only: no embedder is configured. Set search.embedder in ~/.precept/config.yaml to search by meaning, or pass --mode sparse.",
  embedder_failed:
    "Searched by words only: the embedder failed. Check search.embedder in ~/.precept/config.yaml; --mode dense shows the error.",
  vectors_incomplete:
    "Some rules have no vector yet, so they were searched by words only. Search again later, or run `precept index rebuild`.",
};

/** Prints why a search used another mode, or did not see all vectors, for standard error. Empty if it did not. */
export function viewDegradation(degraded: SearchDegradation | undefined, style: Style): string {
  if (degraded === undefined) return "";
  return asLines(wrapLine(`${style.yellow("note")}  ${descriptions[degraded]}`, style, 4));
}
