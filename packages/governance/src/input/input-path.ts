import { isRecord, type Json } from "@precept/core";
import type { JsonObject } from "../model/subject.ts";

/** A key of a mapping, an index of a list, or `[]`: any element. */
type Step = { readonly key: string } | { readonly index: number } | { readonly index: "any" };

const stepSyntax = /^(?:(?<key>[^.[\]]+)|\[(?<index>\d*)\])(?:\.(?=[^.[]))?/;

/** Returns the steps of a path such as `items[].price`. Undefined if it is invalid. */
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

/** Says what is wrong with a path, in words that follow it. Undefined if it is valid. */
export function checkInputPath(path: string): string | undefined {
  return parseInputPath(path) === undefined ? "is invalid: expected keys that are separated by dots" : undefined;
}

/** The maximum number of values that one path leads to. */
const maxInputValues = 10_000;

/** The values that a path leads to. */
export interface FoundValues {
  readonly values: readonly Json[];
  /** Whether there are more than {@link maxInputValues}. */
  readonly isCut: boolean;
}

/**
 * Returns the values that a path leads to: several, if it contains `[]`. A key of the input that is the whole path is
 * found too.
 */
export function valuesAt(input: JsonObject, path: string): FoundValues {
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
