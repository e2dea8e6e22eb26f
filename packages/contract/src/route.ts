import { z } from "zod";
import type { Wire } from "./wire-parts.ts";
import type { Role } from "./values/role.ts";

/** The groups of routes in the documentation. */
export const routeTags = {
  Resolve: "Which rules apply to a request, in what order, and why.",
  Rules: "The rules of the project and of the user.",
  Memory: "Usage and history of rules.",
  Context: "The files that an agent boots from, its memory and its notes.",
  Project: "The files of the project, the tools that it uses, and its settings.",
  Transfer: "Imports and exports between Precept and the files of tools: plans with differences, applied and reverted.",
  Policies: "Checks of texts and actions, and the audit log.",
  Sessions: "What agents received, did, and followed.",
  Events: "Changes and decisions as they happen.",
  Server: "The state of the server.",
} as const;

export type RouteTag = keyof typeof routeTags;

/** The statuses of errors that a route documents in addition to those of every route, see `commonErrors`. */
export type RouteError = 404 | 409 | 412 | 422 | 501 | 503;

/** A request of the HTTP API and its answer. */
export interface Route {
  readonly method: "get" | "post" | "put" | "delete";
  /** The path with parameters in braces: `/rules/{rule}`. */
  readonly path: string;
  readonly tag: RouteTag;
  /** What the request does, in a few words, in the imperative. */
  readonly summary: string;
  /** More about the request, in Markdown. */
  readonly description?: string;
  /** The lowest role that may send the request. What it may read or change depends on the owner of the rules, too. */
  readonly role: Role;
  /** Whether a client may send the request again if it does not know the outcome of the first one. */
  readonly isRepeatable: boolean;
  /** The parameters of the path. Default: none. */
  readonly params?: z.ZodObject;
  /** The query. Default: none. */
  readonly query?: z.ZodObject;
  /** The JSON body. Default: none. */
  readonly body?: z.ZodType;
  /**
   * The conditional header that the route supports. Default: none.
   *
   * - `if-none-match`: answers have an `ETag` made from their body. If the client names the current one, the answer is
   *   304 without a body.
   * - `if-match`: the change is made only if the rule has the revision that the client names by its `ETag`. Otherwise
   *   the answer is 412.
   */
  readonly condition?: "if-none-match" | "if-match";
  /**
   * What the header `Precept-Position` does. Default: nothing. With both values, the request finds everything up to the positions
   * in its header.
   *
   * - `read`: nothing else.
   * - `written`: the header of the answer is the position after the write, if the store has positions.
   */
  readonly position?: "read" | "written";
  /** A parameter of the query with which the route does not answer, but the next one whose path fits. Default: none. */
  readonly exceptWith?: string;
  readonly answer: RouteAnswer;
  /** The errors that this route can answer with. Default: only those of every route. */
  readonly errors?: readonly RouteError[];
}

/** The answer to a successful request. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** The JSON body. Absent: the answer has no JSON body. */
  readonly body?: z.ZodType;
  /** The headers of the answer, with their descriptions. Default: only those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type if the answer is not JSON. */
  readonly type?: "text/event-stream";
}

/** Declares a route without losing the types of its schemas. */
export function defineRoute<const Defined extends Route>(route: Defined): Defined {
  return route;
}

/** The answer 200 with an object. */
export function objectAnswer<Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) {
  return { status: 200, description, body: z.object(shape) } as const;
}

/** The statuses of errors that every route can answer with. */
export const commonErrors = [400, 401, 403, 413, 415, 421, 429, 500] as const;

type Schema<Defined extends Route, Part extends "params" | "query" | "body"> = Defined extends {
  readonly [Key in Part]: infer Found extends z.ZodType;
}
  ? Found
  : never;

type OutputOf<Part extends z.ZodType> = [Part] extends [never] ? undefined : z.output<Part>;

/** The parts of a request after validation, with defaults filled in. */
export interface RouteInput<Defined extends Route> {
  readonly params: OutputOf<Schema<Defined, "params">>;
  readonly query: OutputOf<Schema<Defined, "query">>;
  readonly body: OutputOf<Schema<Defined, "body">>;
}

/** The body of the answer to a successful request. */
export type RouteOutput<Defined extends Route> = Defined["answer"] extends { readonly body: infer Body extends z.ZodType }
  ? Wire<Body>
  : undefined;

/** The parts of a request as a client sends them: fields with defaults are optional. */
export type RouteRequest<Defined extends Route> = RequestPart<Schema<Defined, "params">, "params"> &
  RequestPart<Schema<Defined, "query">, "query"> &
  RequestPart<Schema<Defined, "body">, "body">;

// Not `object`, which is not assignable to the type of an object with unknown fields.
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- It is meant.
type NoFields = Record<never, never>;

type RequestPart<Part extends z.ZodType, Name extends string> = [Part] extends [never]
  ? unknown
  : NoFields extends z.input<Part>
    ? { readonly [Key in Name]?: z.input<Part> }
    : { readonly [Key in Name]: z.input<Part> };
