import { meetsCondition, type Json } from "@precept/core";
import { valuesAt } from "../input/input-path.ts";
import type { JsonObject } from "../model/subject.ts";
import type { PatternRunner } from "./pattern-runner.ts";
import type { PreparedInput } from "../prepare/prepared-block.ts";

/** Whether the input of a tool call meets a condition. `indeterminate` if this could not be decided. */
export type InputResult = "holds" | "fails" | { readonly indeterminate: string };

/** Evaluates one condition on the input of a tool call. One of the values at its path must meet all operators. */
export function checkInput(
  { condition, matches }: PreparedInput,
  input: JsonObject | undefined,
  runner: PatternRunner,
): InputResult {
  const { path, exists, equals, in: allowed, not, gt, gte, lt, lte } = condition;
  if (input === undefined) return "fails";
  const { values, isCut } = valuesAt(input, path);
  if (exists !== undefined && exists !== values.length > 0) return "fails";
  const needsValue = [equals, allowed, gt, gte, lt, lte, matches].some((operator) => operator !== undefined);
  // `not` alone holds for a missing value.
  if (!needsValue && (not === undefined || values.length === 0)) return "holds";
  let indeterminate = isCut ? `"${path}" leads to too many values` : undefined;
  for (const value of values) {
    const number = toNumber(value);
    const meets =
      (equals === undefined || meetsCondition({ in: [equals] }, value)) &&
      (allowed === undefined || meetsCondition({ in: [...allowed] }, value)) &&
      (not === undefined || !meetsCondition({ in: Array.isArray(not) ? not : [not] }, value)) &&
      (gt === undefined || number > gt) &&
      (gte === undefined || number >= gte) &&
      (lt === undefined || number < lt) &&
      (lte === undefined || number <= lte);
    if (!meets) continue;
    if (matches === undefined) return "holds";
    const text = toText(value);
    const [outcome] = text === undefined ? [] : runner.run([matches], text, 1);
    if (outcome?.kind === "matches" && outcome.matches.length > 0) return "holds";
    if (outcome?.kind === "indeterminate") indeterminate = outcome.reason;
  }
  return indeterminate === undefined ? "fails" : { indeterminate };
}

/** Converts a value to a number, also from a string. Comparisons with any other value are false. */
function toNumber(value: Json): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*[-+]?(?:\d|\.\d)/.test(value) ? Number(value) : Number.NaN;
}

function toText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
