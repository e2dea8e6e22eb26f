import { Code } from "@connectrpc/connect";
import type { ProblemStatus } from "../problems/status-of-error.ts";

/** The code of an error in gRPC and Connect, by its HTTP status. `statusOfError` has the status of every error. */
export const codeOfStatus = {
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
