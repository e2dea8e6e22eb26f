import { described } from "@precept/core";
import * as z from "zod/mini";
import { answerBounds, argumentLimits } from "../limits.ts";
import type { ArgumentAliases } from "./parse-arguments.ts";

export function textArgument(maxLength: number) {
  return optionalTextArgument(maxLength).check(z.minLength(1, { error: "must not be empty" }));
}

/** A text argument of limited length. Models send an empty text for what they leave out. */
function optionalTextArgument(maxLength: number) {
  return z
    .string({ error: "must be a text" })
    .check(z.maxLength(maxLength, { error: `must have at most ${maxLength} characters` }));
}

export function textsArgument(maxItems: number, maxLength: number) {
  return z
    .array(textArgument(maxLength), { error: "must be a list of texts" })
    .check(z.maxLength(maxItems, { error: `must have at most ${maxItems} items` }));
}

export function choiceArgument<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

export function integerArgument(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
}

export function optionalArgument<Schema extends z.ZodMiniType>(description: string, schema: Schema) {
  return described(description, z.optional(schema));
}

/** The arguments of a tool. Unknown ones are refused: the call would be answered as if it were another. */
export function toolArguments<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must not have ${issue.keys
            .slice(0, 5)
            .map((key) => `\`${key.slice(0, 50)}\``)
            .join(", ")}: the arguments are ${Object.keys(shape).join(", ")}`
        : "must be an object",
  });
}

/** The arguments about files and a prompt. */
export const requestArguments = {
  files: optionalArgument(
    "The files that you are about to read or change, relative to the project.",
    textsArgument(argumentLimits.files, argumentLimits.path),
  ),
  prompt: optionalArgument(
    "What the user asked for. Rules that it names as @name apply, and rules that are relevant to it.",
    optionalTextArgument(argumentLimits.prompt),
  ),
};

/** The names of the REST API, and of older versions, for arguments of tools. */
export const requestAliases = { paths: "files", include: "names" } as const satisfies ArgumentAliases;

/** The arguments about the pages of an answer. */
export const pageArguments = {
  cursor: optionalArgument("The `next_cursor` of the previous page, with otherwise the same arguments.", textArgument(20_000)),
  max_characters: optionalArgument(
    "The maximum length of the answer. What does not fit follows on the next page.",
    integerArgument(answerBounds.min, answerBounds.max),
  ),
};

export const ruleNameArgument = textArgument(argumentLimits.name);
