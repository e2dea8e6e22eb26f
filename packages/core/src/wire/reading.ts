import { isTime, type Json } from "@precept/contract/values";
import { splitGlobs } from "../glob/split-globs.ts";
import { isRecord } from "../model/json.ts";
import type * as z from "zod/v4/core";
import { findJsonProblem } from "./find-json-problem.ts";

/** A value that was read from outside, or what is wrong with it, as the rest of a sentence: `must be a text, not 7`. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

export type Reader<Value> = (value: unknown) => Reading<Value>;

export const readText: Reader<string> = (value) => (typeof value === "string" ? { value } : expected("a text", value));

const readFilledText: Reader<string> = (value) =>
  typeof value === "string" && value !== "" ? { value } : expected("a text of at least one character", value);

const readFlag: Reader<boolean> = (value) => (typeof value === "boolean" ? { value } : expected("true or false", value));

export const readTexts: Reader<readonly string[]> = (value) => {
  if (!Array.isArray(value)) return expected("a list of texts", value);
  // A loop with an index, since methods skip the holes of an array.
  for (let at = 0; at < value.length; at += 1) {
    if (typeof value[at] !== "string")
      return { problem: `must be a list of texts, but item ${at} is ${describeValue(value[at])}` };
  }
  return { value: value as readonly string[] };
};

/** Reads a list of globs, or one text with commas between them. */
export const readGlobs: Reader<readonly string[]> = (value) =>
  typeof value === "string" ? { value: splitGlobs(value) } : readTexts(value);

export const readNumber: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? { value } : expected("a number", value);

function numberReader(min: number, max: number): Reader<number> {
  return (value) =>
    typeof value === "number" && value >= min && value <= max ? { value } : expected(`a number from ${min} to ${max}`, value);
}

/** Reads a list. The problem names the first invalid item. */
function itemsReader<Item>(readItem: Reader<Item>): Reader<readonly Item[]> {
  return (value) => {
    if (!Array.isArray(value)) return expected("a list", value);
    const items: Item[] = [];
    for (let at = 0; at < value.length; at += 1) {
      const reading = readItem(value[at]);
      if ("problem" in reading) return { problem: `item ${at} ${reading.problem}` };
      items.push(reading.value);
    }
    return { value: items };
  };
}

/** The reader of the values of a schema. Lists are of texts or of choices. */
export function readerOf(schema: z.$ZodType): Reader<unknown> {
  const { def } = (schema as z.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- rules and requests have no other types
  switch (def.type) {
    case "optional":
    case "default":
    case "readonly":
      return readerOf(def.innerType);
    case "string":
      return limitOf(def, "min_length") === undefined ? readText : readFilledText;
    case "boolean":
      return readFlag;
    case "enum":
      return choiceReader(Object.values(def.entries));
    case "number": {
      const [min = Number.NEGATIVE_INFINITY, max] = [limitOf(def, "greater_than"), limitOf(def, "less_than")];
      return "format" in def ? wholeNumberReader(min, max) : numberReader(min, max ?? Number.POSITIVE_INFINITY);
    }
    case "array":
      return (def.element as z.$ZodTypes)._zod.def.type === "enum" ? itemsReader(readerOf(def.element)) : readTexts;
    case "record":
      return readJsonObject;
    default:
      throw new Error(`No reader for a value of type ${def.type}`);
  }
}

function limitOf({ checks = [] }: z.$ZodTypeDef, kind: "min_length" | "greater_than" | "less_than"): number | undefined {
  const limits = checks.map(
    (check) => check._zod.def as { readonly check: string; readonly minimum?: number; readonly value?: number },
  );
  const limit = limits.find(({ check }) => check === kind);
  return limit?.minimum ?? limit?.value;
}

export function wholeNumberReader(min: number, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  return (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max ? { value } : expected(range, value);
}

export function choiceReader<Choice>(choices: readonly Choice[]): Reader<Choice> {
  return (value) => {
    const choice = choices.find((one) => one === value);
    return choice === undefined ? expected(`one of ${choices.join(", ")}`, value) : { value: choice };
  };
}

/** Reads an ISO 8601 time, as it is written: with any or no time zone. Empty means unknown. */
export const readTime: Reader<string> = (value) => {
  if (value === "") return { value };
  return typeof value === "string" && isTime(value)
    ? { value }
    : expected("an ISO 8601 time such as 2026-01-02T03:04:05Z", value);
};

/** Reads a JSON object, or its text. */
export const readJsonObject: Reader<Readonly<Record<string, Json>>> = (value) => {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isRecord(parsed)) return expected("a JSON object, or the text of one", value);
  const problem = findJsonProblem(parsed);
  return problem === undefined ? { value: parsed as Readonly<Record<string, Json>> } : { problem };
};

/** Reads a list of ids of policies and of checks: JSON objects, or their texts. */
export const readChecks: Reader<readonly (string | Readonly<Record<string, Json>>)[]> = itemsReader<
  string | Readonly<Record<string, Json>>
>((value) => {
  if (typeof value !== "string") return readJsonObject(value);
  const parsed = value.startsWith("{") ? readJsonObject(value) : { problem: "" };
  return "problem" in parsed ? { value } : parsed;
});

export const readJson: Reader<Json> = (value) => {
  const problem = findJsonProblem(value);
  return problem === undefined ? { value: value as Json } : { problem };
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value of unknown type for messages: short texts, numbers and flags themselves, else its type. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return value.length <= 60 ? JSON.stringify(value) : `a text of ${value.length} characters`;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a value of type ${typeof value}`;
}

function expected(what: string, value: unknown): { readonly problem: string } {
  return { problem: `must be ${what}, not ${describeValue(value)}` };
}
