import type { ProjectRoutes, Route, RouteOutput, RouteRequest } from "@precept/contract";
import type { CallOptions } from "../transport/options.ts";
import type { JsonRouteId, MethodNames } from "./method-names.ts";

/** The names of the parameters of a path, in order. */
type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...PathParameters<Rest>]
  : [];

type ParameterValues<Names extends readonly string[]> = { [At in keyof Names]: string };

type PartOf<Called extends Route, Part extends "body" | "query"> =
  RouteRequest<Called> extends Readonly<Record<Part, infer Value>>
    ? [value: Value]
    : RouteRequest<Called> extends { readonly [Key in Part]?: infer Value }
      ? unknown extends Value
        ? []
        : [value?: Value]
      : [];

/** Whether a route has parameters in its path, or a body. Otherwise its query is the first argument, as in lists. */
type HasSubject<Called extends Route> = [...PathParameters<Called["path"]>, ...PartOf<Called, "body">] extends [] ? false : true;

/** The options of a call, with the query of routes that have a subject. */
type OptionsOf<Called extends Route> =
  HasSubject<Called> extends false
    ? [options?: CallOptions]
    : PartOf<Called, "query"> extends []
      ? [options?: CallOptions]
      : PartOf<Called, "query"> extends [infer Query]
        ? [options: CallOptions & { readonly query: Query }]
        : PartOf<Called, "query"> extends [(infer Query)?]
          ? [options?: CallOptions & { readonly query?: Query }]
          : [options?: CallOptions];

/**
 * The method of a route: the parameters of its path, its body, and the options of the call. The query is in the
 * options, or the first parameter if the route has neither parameters nor a body.
 */
export type RouteMethod<Called extends Route> = (
  ...parameters: [
    ...path: ParameterValues<PathParameters<Called["path"]>>,
    ...body: PartOf<Called, "body">,
    ...query: HasSubject<Called> extends true ? [] : PartOf<Called, "query">,
    ...options: OptionsOf<Called>,
  ]
) => Promise<RouteOutput<Called>>;

type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never;

/** The methods of all routes, in their groups. */
export type RouteClient = {
  readonly [Id in JsonRouteId as MethodNames[Id] extends `${string}.${string}` ? never : MethodNames[Id]]: RouteMethod<
    ProjectRoutes[Id]
  >;
} & {
  readonly [Group in GroupOf<MethodNames[JsonRouteId]>]: {
    readonly [Id in JsonRouteId as MethodNames[Id] extends `${Group}.${infer Method}` ? Method : never]: RouteMethod<
      ProjectRoutes[Id]
    >;
  };
};

/** The answer to a request, with its body and headers. */
export interface RouteAnswerOf<Id extends JsonRouteId> {
  readonly body: RouteOutput<ProjectRoutes[Id]>;
  readonly status: number;
  readonly headers: Headers;
  /** The revision of a rule, for `ifMatch` of a change. Absent if the answer has none. */
  readonly etag?: string;
  /** The position of the store after a write, for `position` of reads. Absent for rules in files. */
  readonly position?: string;
  /** The id of the request in the log of the server. */
  readonly requestId?: string;
}

/** Sends the request of a route. */
export type SendRoute = <Id extends JsonRouteId>(
  id: Id,
  request: RouteRequest<ProjectRoutes[Id]>,
  options?: CallOptions,
) => Promise<RouteAnswerOf<Id>>;
