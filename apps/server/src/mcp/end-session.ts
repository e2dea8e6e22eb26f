import type { Logger } from "pino";
import type { Projects } from "../projects/projects.ts";
import type { McpSession } from "./sessions.ts";

/**
 * Returns a function that deletes the rules of a session that has ended. The rules of a project that is not open are
 * already gone.
 */
export function deletesSessionRules(projects: Projects, log: Logger): (session: McpSession) => void {
  return ({ hasRules, name, project: id }) => {
    const open = projects.states().find((state) => state.id === id)?.project;
    if (hasRules !== true || open === undefined) return;
    import("@precept/mcp")
      .then(({ deleteSessionRules }) => deleteSessionRules(open.workspace, name))
      .catch((error: unknown) => log.error({ project: id, err: error }, "rules of a session not deleted"));
  };
}
