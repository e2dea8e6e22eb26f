import { described } from "@precept/core";
import * as z from "zod/mini";
import { answerBounds, argumentLimits } from "../limits.ts";

/** A text argument of limited length. */
export function textArgument(maxLength: number) {
  return z
    .string({ error: "must be a text" })
    .check(
      z.minLength(1, { error: "must not be empty" }),
      z.maxLength(maxLength, { error: `must have at most ${maxLength} characters` }),
    );
}

/** An argument that is a list of texts. */
export function textsArgument(maxItems: number, maxLength: number) {
  return z
    .array(textArgument(maxLength), { error: "must be a list of texts" })
    .check(z.maxLength(maxItems, { error: `must have at most ${maxItems} items` }));
}

/** An argument that is one of several texts. */
export function choiceArgument<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** An argument that is a whole number. */
export function integerArgument(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
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
  paths: described(
    "The files that you are about to read or change, relative to the project.",
    z.optional(textsArgument(argumentLimits.paths, argumentLimits.path)),
  ),
  prompt: described(
    "What the user asked for. Rules that it names as @name apply, and rules that are relevant to it.",
    z.optional(textArgument(argumentLimits.prompt)),
  ),
};

/** The arguments about the pages of an answer. */
export const pageArguments = {
  cursor: described(
    "The `next_cursor` of the previous page, with otherwise the same arguments.",
    z.optional(textArgument(20_000)),
  ),
  max_characters: described(
    "The maximum length of the answer. What does not fit follows on the next page.",
    z.optional(integerArgument(answerBounds.min, answerBounds.max)),
  ),
};

/** An argument that names a rule. */
export const ruleNameArgument = textArgument(argumentLimits.name);
