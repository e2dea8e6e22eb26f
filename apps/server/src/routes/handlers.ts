import type { ProjectRouteId, ProjectRoutes } from "@precept/api";
import type { Handler } from "./handler.ts";
import { resolve } from "./resolve/resolve.ts";
import { getTrace, listTraces } from "./resolve/traces.ts";

/** The handlers of all routes of a project. */
export const handlers: { readonly [Id in ProjectRouteId]: Handler<ProjectRoutes[Id]> } = {
  resolve,
  listTraces,
  getTrace,
};
