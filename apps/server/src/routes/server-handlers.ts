import type { ServerRouteId, ServerRoutes } from "@precept/contract";
import type { ServerHandler } from "./handler.ts";
import { listProjects } from "./projects/list.ts";

/** The handlers of all routes that do not belong to a project. */
export const serverHandlers: { readonly [Id in ServerRouteId]: ServerHandler<ServerRoutes[Id]> } = {
  listProjects,
};
