import type { Problem } from "@precept/contract";
import { errorCatalogue, PreceptError, toWireDiagnostic, toWireRule } from "@precept/core";
import { statusOfError, type ProblemStatus } from "./status-of-error.ts";

export interface ProblemAnswer {
  readonly status: ProblemStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

export interface ProblemOptions {
  readonly requestId: string;
  /** Whether the request was conditional (`If-Match`), so that a conflict means that the condition is not met. */
  readonly isConditional: boolean;
}

/** The page with all errors. Each has its code as the fragment. */
const errorPage = "https://github.com/precept-ai/precept/blob/main/docs/reference/errors.md";

/** Converts an error to a problem. Errors that are bugs become `INTERNAL`, without their messages. */
export function toProblem(error: unknown, { requestId, isConditional }: ProblemOptions): ProblemAnswer {
  const known = PreceptError.is(error) ? error : new PreceptError("INTERNAL", { id: requestId }, { cause: error });
  const status = known.code === "RULE_CONFLICT" && isConditional ? 412 : statusOfError[known.code];
  const errors = invalidParts(known);
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headersOf(known) },
    body: {
      type: `${errorPage}#${known.code.toLowerCase()}`,
      title: errorCatalogue[known.code].title,
      status,
      detail: known.hint === undefined ? known.message : `${known.message} ${known.hint}`,
      code: known.code,
      request_id: requestId,
      ...(errors !== undefined && { errors }),
      ...furtherMembers(known),
    },
  };
}

function headersOf(error: PreceptError): Readonly<Record<string, string>> {
  if (PreceptError.is(error, "UNAUTHENTICATED")) {
    const { reason } = error.details;
    return {
      "www-authenticate": reason === "missing" ? 'Bearer realm="precept"' : 'Bearer realm="precept", error="invalid_token"',
    };
  }
  if (PreceptError.is(error, "RATE_LIMITED")) return { "retry-after": String(error.details.retryAfter) };
  if (PreceptError.is(error, "STORE_FAILED") && error.details.retryable) return { "retry-after": "1" };
  if (PreceptError.is(error, "METHOD_NOT_ALLOWED")) return { allow: error.details.allowed.join(", ") };
  if (PreceptError.is(error, "SERVER_STOPPING")) return { "retry-after": "5" };
  if (PreceptError.is(error, "MEDIA_TYPE_UNSUPPORTED")) return { "accept-encoding": "identity" };
  return {};
}

/** The members of problems that only some errors have. */
function furtherMembers(error: PreceptError): Partial<Problem> {
  if (PreceptError.is(error, "RULE_AMBIGUOUS")) return { ids: [...error.details.ids] };
  if (PreceptError.is(error, "RULE_EXISTS") && error.details.existing !== undefined) {
    return { existing: toWireRule(error.details.existing) };
  }
  if (PreceptError.is(error, "RULE_KNOWN")) return { existing: toWireRule(error.details.existing) };
  if (PreceptError.is(error, "RULE_SIMILAR")) {
    return { similar: error.details.similar.map(({ rule, kind, reason }) => ({ rule: toWireRule(rule), kind, reason })) };
  }
  if (PreceptError.is(error, "POLICIES_REFUSED")) return { diagnostics: error.details.diagnostics.map(toWireDiagnostic) };
  return {};
}

function invalidParts(error: PreceptError): Problem["errors"] {
  if (PreceptError.is(error, "REQUEST_INVALID"))
    return (error.details.parts ?? error.details.reasons.map(toPart)).map((one) => ({ ...one }));
  if (PreceptError.is(error, "POLICIES_REFUSED"))
    return error.details.diagnostics.map(({ message }) => ({ pointer: "/rule", detail: message }));
  return PreceptError.is(error, "RULE_INVALID") ? error.details.reasons.map(toPart) : undefined;
}

/** Reasons about a field are `name: what is wrong`. */
function toPart(reason: string): { readonly pointer: string; readonly detail: string } {
  const [, field, detail] = /^(\w+): (.+)$/s.exec(reason) ?? [];
  return field === undefined || detail === undefined ? { pointer: "", detail: reason } : { pointer: `/${field}`, detail };
}
