import type { RouteInput, RouteOutput, ServerRouteId, ServerRoutes } from "@precept/contract";
import { principalIn, type Principal } from "../access/principal.ts";
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
    const granted = ids.flatMap((id) => {
      const role = principalIn(principal, id)?.role;
      return role === undefined ? [] : [{ id, role }];
    });
    const isGranted = granted.some(({ id }) => id === defaultId);
    return { body: { projects: granted, default_project: isGranted ? (defaultId ?? null) : null } };
  },
};
