import { ErrorInfoSchema } from "@precept/contract/memory";
import { PreceptError } from "@precept/core";
import { ConnectError } from "@connectrpc/connect";
import { toProblem } from "../problems/to-problem.ts";
import { codeOfStatus } from "./code-of-status.ts";

/** The headers of problems that are metadata of errors, too. */
const metadataHeaders = ["retry-after", "www-authenticate"];

/**
 * Converts an error to an error of Connect, with the metadata `precept-code` and an `ErrorInfo`. Errors that are bugs
 * become `INTERNAL`, without their messages.
 */
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
