import { withoutUndefined, type ResolveRequest } from "@precept/core";
import type { CallOptions } from "./call-options.ts";
import type { MiddlewareOptions } from "./options.ts";

/** Joins the options with the call's, which take precedence. Its files, requested rules and variables are added. */
export function joinRequest(options: MiddlewareOptions, call: CallOptions): ResolveRequest {
  const files = [...(options.files ?? []), ...(call.files ?? [])];
  const include = [...(options.include ?? []), ...(call.include ?? [])];
  const variables = { ...options.variables, ...call.variables };
  return {
    ...selectFields(options),
    ...selectFields(call),
    ...(files.length > 0 && { files }),
    ...(include.length > 0 && { include }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
}

function selectFields({ tool, user, project, session, assistant, contexts }: ResolveRequest): ResolveRequest {
  return withoutUndefined({ tool, user, project, session, assistant, contexts });
}
