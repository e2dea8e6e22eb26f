import { formatNumber, isRecord, type Json } from "@precept/core";
import { locationOf, rangeOf, type JsonDocument, type TextProblem } from "../../json-text/json-document.ts";

/** How many objects and lists can be in one another. Deeper values exhaust the stack of a parser. */
const maxDepth = 100;

const message = `More than ${formatNumber(maxDepth)} nested levels`;

/** Finds the place where a JSON text is nested too deeply, before its values are built. */
export function findDeepToken({ text, tokens }: JsonDocument): TextProblem | undefined {
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "LBrace" || token.type === "LBracket") depth += 1;
    else if (token.type === "RBrace" || token.type === "RBracket") depth -= 1;
    if (depth > maxDepth) return { message, ...locationOf(text, rangeOf(token)[0]) };
  }
  return undefined;
}

/** Says that a value is nested too deeply. */
export function findDeepValue(value: Json): TextProblem | undefined {
  return isDeeper(value, maxDepth) ? { message, line: 1, column: 1 } : undefined;
}

function isDeeper(value: Json, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  const items: readonly Json[] = isRecord(value) ? Object.values<Json>(value) : value;
  return items.some((item) => isDeeper(item, limit - 1));
}
