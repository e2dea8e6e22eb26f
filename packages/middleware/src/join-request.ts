import type { ResolveRequest } from "@precept/core";
import type { CallOptions } from "./call-options.ts";
import type { MiddlewareOptions } from "./options.ts";

/** The fields of a request that a call sets instead of the options. */
const replacedFields = ["tool", "user", "project", "session", "assistant", "contexts"] as const;

/**
 * Joins the fields of a request from the options and from the call. The call takes precedence. Its files, requested
 * rules and variables are added to the options.
 */
export function joinRequest(options: MiddlewareOptions, call: CallOptions): ResolveRequest {
  const given = { ...pickDefined(options), ...pickDefined(call) };
  const files = [...(options.files ?? []), ...(call.files ?? [])];
  const include = [...(options.include ?? []), ...(call.include ?? [])];
  const variables = { ...options.variables, ...call.variables };
  return {
    ...given,
    ...(files.length > 0 && { files }),
    ...(include.length > 0 && { include }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
}

function pickDefined(values: Pick<ResolveRequest, (typeof replacedFields)[number]>): ResolveRequest {
  return Object.fromEntries(
    replacedFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]] as const])),
  );
}
