import type { ServerRoutes } from "@precept/contract";
import { mayUseProject } from "../../access/principal.ts";
import type { ServerHandler } from "../handler.ts";

export const listProjects: ServerHandler<ServerRoutes["listProjects"]> = async (_input, { principal, projects }) => {
  const granted = projects.ids.filter((id) => mayUseProject(principal, id));
  const { defaultId } = projects;
  return {
    body: {
      projects: granted.map((id) => ({ id })),
      default_project: defaultId !== undefined && granted.includes(defaultId) ? defaultId : null,
    },
  };
};
