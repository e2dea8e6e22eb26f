import { isRecord, type Json } from "@precept/core";
import type { JsonObject } from "../model/subject.ts";

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

export interface FoundValues {
  readonly values: readonly Json[];
  /** Whether there are more than {@link maxInputValues}. */
  readonly isCut: boolean;
}

/** Returns the values at a path: several, if it contains `[]`. Also finds a key of the input that equals the path. */
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
