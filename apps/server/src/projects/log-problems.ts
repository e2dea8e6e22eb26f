import { messageOf } from "@precept/files";
import { followProblems } from "@precept/workspace";
import type { Logger } from "pino";
import type { OpenProject } from "./open-project.ts";

/** How many problems a line of the log names. */
const maxLogged = 20;

/** Logs what is wrong in a project when it is opened, and later what is new: rules or policies may be missing. Never rejects. */
export async function logProblems({ id, workspace }: OpenProject, log: Logger): Promise<void> {
  try {
    await followProblems(workspace, (found) => {
      const problems = found.slice(0, maxLogged).map(({ code, file, line, message }) => ({ code, file, line, message }));
      log.warn(
        { project: id, problems, ...(found.length > maxLogged && { more: found.length - maxLogged }) },
        "project has problems",
      );
    });
  } catch (error) {
    log.error({ project: id, reason: messageOf(error) }, "problems of a project not read");
  }
}
