import type { RouteInput, RouteOutput, ServerRouteId, ServerRoutes } from "@precept/contract";
import { mayUseProject, type Principal } from "../access/principal.ts";
import type { Projects } from "../projects/projects.ts";
import type { Reply } from "./handler.ts";

type ServerHandlers = {
  readonly [Id in ServerRouteId]: (
    input: RouteInput<ServerRoutes[Id]>,
    context: { readonly principal: Principal; readonly projects: Projects },
  ) => Promise<Reply<RouteOutput<ServerRoutes[Id]>>>;
};

export const serverHandlers: ServerHandlers = {
  listProjects: async (_input, { principal, projects: { ids, defaultId } }) => {
    const granted = ids.filter((id) => mayUseProject(principal, id));
    const isGranted = defaultId !== undefined && granted.includes(defaultId);
    return { body: { projects: granted.map((id) => ({ id })), default_project: isGranted ? defaultId : null } };
  },
};
