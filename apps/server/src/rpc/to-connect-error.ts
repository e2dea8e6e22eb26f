import { ErrorInfoSchema } from "@precept/contract/memory";
import { PreceptError } from "@precept/core";
import { Code, ConnectError } from "@connectrpc/connect";
import type { ProblemStatus } from "../problems/status-of-error.ts";
import { toProblem } from "../problems/to-problem.ts";

/** The code of an error in gRPC and Connect, by its HTTP status. `statusOfError` has the status of every error. */
const codeOfStatus = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  405: Code.Unimplemented,
  409: Code.Aborted,
  412: Code.FailedPrecondition,
  413: Code.ResourceExhausted,
  415: Code.InvalidArgument,
  421: Code.PermissionDenied,
  429: Code.ResourceExhausted,
  500: Code.Internal,
  501: Code.Unimplemented,
  503: Code.Unavailable,
} as const satisfies Record<ProblemStatus, Code>;

/** The headers of problems that are metadata of errors, too. */
const metadataHeaders = ["retry-after", "www-authenticate"];

/** Converts an error, with the metadata `precept-code` and an `ErrorInfo`. Bugs become `INTERNAL` without a message. */
export function toConnectError(error: unknown, requestId: string): ConnectError {
  if (error instanceof ConnectError) return error;
  const { status, headers, body } = toProblem(error, { requestId, isConditional: false });
  const metadata = new Headers({ "precept-code": body.code });
  for (const name of metadataHeaders) if (headers[name] !== undefined) metadata.set(name, headers[name]);
  const info = {
    code: body.code,
    hint: PreceptError.is(error) ? (error.hint ?? "") : "",
    requestId,
    reasons: (body.errors ?? []).map(toReason),
  };
  return new ConnectError(body.detail, codeOfStatus[status], metadata, [{ desc: ErrorInfoSchema, value: info }], error);
}

function toReason({ pointer, detail }: { readonly pointer: string; readonly detail: string }): string {
  return pointer === "" ? detail : `${pointer.replace(/^\//, "")}: ${detail}`;
}
