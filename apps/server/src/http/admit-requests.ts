import type { MiddlewareHandler } from "hono";
import type { Admission } from "../access/admission.ts";
import { arrivalOf } from "./arrival.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Serves only requests that the server admits, and sets their principals. */
export function admitRequests(admission: Admission): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const { principal, release } = await admission.admit(arrivalOf(c));
    try {
      c.set("principal", principal);
      await next();
    } finally {
      release();
    }
  };
}
