import { withoutUndefined } from "@precept/core";
import type { RouteConfig } from "@hono/zod-openapi";
import { positionHeader } from "@precept/contract/values";
import { commonErrors, problem, type Route, type RouteError } from "@precept/contract";
import { z } from "zod";

export interface RouteConfigOptions {
  /** Its `operationId`. */
  readonly id: string;
  readonly route: Route;
  /** The path that the path of the route is relative to. */
  readonly base: string;
  /** Whether the OpenAPI document leaves it out. Default false. */
  readonly isHidden?: boolean;
}

/** Converts a route to its form in the OpenAPI document. */
export function toRouteConfig({ id, route, base }: RouteConfigOptions): RouteConfig {
  const { method, path, tag, summary, description, params, query, body, condition, answer, errors = [] } = route;
  const allParams = base.includes("{project}")
    ? z.object({ project: z.string().describe("The id of the project."), ...params?.shape })
    : params;
  return {
    method,
    path: base + path,
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: [{ token: [] }],
    request: {
      ...withoutUndefined({ params: allParams, query }),
      ...requestHeadersOf(route),
      ...(body !== undefined && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.body !== undefined && { content: { "application/json": { schema: answer.body } } }),
        ...(answer.type !== undefined && { content: { [answer.type]: { schema: z.string() } } }),
        ...headersOf(route),
      },
      ...(condition === "if-none-match" && { 304: { description: "The client already has the current answer." } }),
      ...Object.fromEntries(
        [
          ...new Set([
            ...commonErrors,
            ...errors,
            ...positionErrors(route),
            ...(base.includes("{project}") ? ([404] as const) : []),
          ]),
        ].map((status) => [
          status,
          { description: statusDescriptions[status], content: { "application/problem+json": { schema: problem } } },
        ]),
      ),
    },
  };
}

function requestHeadersOf({ condition, position }: Route): { readonly headers?: z.ZodObject } {
  const headers = {
    ...(condition !== undefined && { [condition]: conditions[condition] }),
    ...(position !== undefined && {
      [positionHeader]:
        "Positions that answers to writes had, separated by commas. The request finds rules at least as new, or fails.",
    }),
  };
  const documented = Object.entries(headers).map(([name, text]) => [name, z.string().optional().describe(text)] as const);
  return documented.length === 0 ? {} : { headers: z.object(Object.fromEntries(documented)) };
}

const conditions = {
  "if-none-match": "The `ETag` of an earlier answer, which is not sent again if nothing changed.",
  "if-match": "The `ETag` that the rule must have.",
} as const;

function headersOf({ condition, position, answer }: Route): { readonly headers?: z.ZodObject } {
  const headers = {
    ...(condition === "if-none-match" && { etag: "Identifies the answer, for `If-None-Match`." }),
    ...answer.headers,
    ...(position === "written" && {
      [positionHeader]: "The position after the write, for later reads. Absent for rules in files.",
    }),
  };
  const documented = Object.entries(headers).map(([name, description]) => [name, z.string().describe(description)] as const);
  return documented.length === 0 ? {} : { headers: z.object(Object.fromEntries(documented)) };
}

/** The statuses of errors that a request with a position can have. */
function positionErrors({ position }: Route): readonly RouteError[] {
  return position === undefined ? [] : [501, 503];
}

const statusDescriptions = {
  400: "The request is not valid. All invalid parts are named.",
  401: "The token is missing, invalid or expired.",
  403: "The token does not have the right to do this.",
  404: "What the request names does not exist, or is not visible to the token.",
  405: "The path does not have the method. `Allow` names those that it has.",
  409: "The request conflicts with the current state.",
  412: "The rule has another revision than `If-Match` says.",
  413: "The body is too large.",
  415: "The body is not JSON, or compressed.",
  421: "The server does not serve the host of the request.",
  422: "The request cannot be processed.",
  429: "Too many requests. `Retry-After` says when to try again.",
  500: "The server failed. Its log has the cause under the id of the request.",
  501: "The store does not support this.",
  503: "A store is not available, or the server is shutting down.",
} as const;
