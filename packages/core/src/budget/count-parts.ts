import { joinParts } from "../compose/format.ts";
import type { TokenCounter } from "../ports/token-counter.ts";

/** Counts the tokens of a prompt section with the list that follows it, by its parts if the counter allows that. */
export function countParts(parts: readonly string[], counter: TokenCounter, list = ""): number {
  if (counter.addsUpByLines !== true) return counter.count(joinParts(parts, list));
  let tokens = counter.count(list);
  for (const [at, part] of parts.entries()) {
    const isLast = list === "" && at === parts.length - 1;
    tokens += counter.count(isLast ? part.slice(0, -1) : part);
  }
  return tokens;
}
