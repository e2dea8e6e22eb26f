// Generated from the routes by `pnpm generate`.
import type { ProjectRouteId } from "../routes.ts";

/** How a client sends the request of a route. */
export interface RouteTableRow {
  readonly method: "get" | "post" | "put" | "delete";
  /** The path with parameters in braces, relative to the project. */
  readonly path: string;
  /** Whether the request may be sent again if its outcome is unknown. */
  readonly isRepeatable: boolean;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** Methods and paths of all routes. Unlike `projectRoutes`, it needs no schemas. */
export const routeTable: Readonly<Record<ProjectRouteId, RouteTableRow>> = {
  resolve: {"method":"post","path":"/resolve","isRepeatable":true,"hasBody":true,"hasQuery":false},
  listTraces: {"method":"get","path":"/traces","isRepeatable":true,"hasBody":false,"hasQuery":true},
  getTrace: {"method":"get","path":"/traces/{id}","isRepeatable":true,"hasBody":false,"hasQuery":false},
};
