import { isRecord, meetsCondition, type Json } from "@precept/core";
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

/** A key of a mapping, an index of a list, or `[]`: any element. */
type Step = { readonly key: string } | { readonly index: number } | { readonly index: "any" };

const stepSyntax = /^(?:(?<key>[^.[\]]+)|\[(?<index>\d*)\])(?:\.(?=[^.[]))?/;

function parseInputPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = path.replace(/^tool_input\./, "");
  while (rest !== "") {
    const found = stepSyntax.exec(rest);
    if (found === null) return undefined;
    const { key, index } = found.groups ?? {};
    steps.push(key !== undefined ? { key } : { index: index === "" ? "any" : Number(index) });
    rest = rest.slice(found[0].length);
  }
  return steps.length === 0 ? undefined : steps;
}

/** Describes why a path is invalid, as the end of a sentence. Undefined if it is valid. */
export function checkInputPath(path: string): string | undefined {
  return parseInputPath(path) === undefined ? "is invalid: expected keys that are separated by dots" : undefined;
}

const maxInputValues = 10_000;

interface FoundValues {
  readonly values: readonly Json[];
  /** Whether there are more than {@link maxInputValues}. */
  readonly isCut: boolean;
}

/** Returns the values at a path: several, if it contains `[]`. Also finds a key of the input that equals the path. */
function valuesAt(input: JsonObject, path: string): FoundValues {
  if (Object.hasOwn(input, path)) return { values: [input[path] ?? null], isCut: false };
  let values: readonly Json[] = [input];
  let isCut = false;
  for (const step of parseInputPath(path) ?? []) {
    values = values.flatMap((value) => stepInto(value, step));
    isCut ||= values.length > maxInputValues;
    values = values.slice(0, maxInputValues);
  }
  return { values, isCut };
}

function stepInto(value: Json, step: Step): readonly Json[] {
  if ("key" in step) {
    return isRecord(value) && Object.hasOwn(value, step.key) ? [(value as JsonObject)[step.key] as Json] : [];
  }
  if (!Array.isArray(value)) return [];
  const items = value as readonly Json[];
  if (step.index === "any") return items;
  const item = items[step.index];
  return item === undefined ? [] : [item];
}
