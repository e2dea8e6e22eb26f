import type { ProjectRouteId, ProjectRoutes } from "@precept/api";

/** The routes with an answer in JSON. `client.events` reads the stream of events. */
export type JsonRouteId = {
  [Id in ProjectRouteId]: ProjectRoutes[Id]["answer"] extends { readonly type: "text/event-stream" } ? never : Id;
}[ProjectRouteId];

/** The methods of the client for each route, as `group.method`, or `method` of the client itself. A missing one does not compile. */
export const methodNames = {
  resolve: "resolve",
  listTraces: "traces.list",
  getTrace: "traces.get",
} as const satisfies Readonly<Record<JsonRouteId, string>>;

export type MethodNames = typeof methodNames;
