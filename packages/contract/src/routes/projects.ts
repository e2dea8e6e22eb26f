import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { roles } from "../values/role.ts";
import { textOrNull } from "../wire-parts.ts";

/** The projects of the server. */
export const projectsRoutes = {
  listProjects: defineRoute({
    method: "get",
    path: "/projects",
    tag: "Server",
    summary: "List the projects",
    description: "Returns the projects that the token may use. Their routes are under `/api/v1/projects/{project}`.",
    role: "reader",
    isRepeatable: true,
    answer: objectAnswer("The projects.", {
      projects: z.array(
        z.object({
          id: z.string().describe("The id of the project, as in paths."),
          role: z.enum(roles).describe("The role of the client in the project."),
        }),
      ),
      default_project: textOrNull.describe(
        "The project of paths without one. Null: the server has several projects, or the token may not use it.",
      ),
    }),
  }),
} as const;
