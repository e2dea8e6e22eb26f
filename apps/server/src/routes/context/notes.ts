import type { ProjectRoutes } from "@precept/contract";
import type { Handler } from "../handler.ts";

export const addDailyNote: Handler<ProjectRoutes["addDailyNote"]> = async ({ body: { content, section } }, { project }) => {
  const { date, path } = await project.workspace.context.appendDailyNote({ content, section });
  return { body: { date, path } };
};
