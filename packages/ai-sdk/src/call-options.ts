import { PreceptError, withoutUndefined } from "@precept/core";
import type { CallOptions } from "@precept/middleware";
import { z } from "zod";

/**
 * Options for one call, as JSON, under the key `precept`. They take precedence over the options of the middleware;
 * files and requested rules are added.
 */
export type RulesCallOptions = Omit<CallOptions, "signal" | "onEvent">;

const text = z.string();
/** Refuses an empty user or project: the request would otherwise be answered without one. */
const owner = z.string().min(1);

const schema = z
  .strictObject({
    files: z.array(text),
    include: z.array(text),
    user: owner,
    project: owner,
    session: text,
    assistant: text,
    contexts: z.array(text),
    variables: z.record(text, z.json()),
    agent: text,
    debug: z.boolean(),
  } satisfies Record<keyof RulesCallOptions, z.ZodType>)
  .partial();

/**
 * Reads the options for one call.
 *
 * @param value the value of `precept`. Undefined: no options.
 * @param name the name of the value in errors, such as `providerOptions.precept`.
 * @throws PreceptError `REQUEST_INVALID`, with every invalid or unknown option.
 */
export function readCallOptions(value: unknown, name: string): RulesCallOptions {
  if (value === undefined || value === null) return {};
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const reasons = error.issues.map(({ path, message }) => `${[name, ...path].join(".")}: ${message}`);
    throw new PreceptError("REQUEST_INVALID", { reasons });
  }
  return withoutUndefined(data);
}
