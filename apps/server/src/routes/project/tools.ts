import { withoutUndefined } from "@precept/core";
import { compareTools, toWireToolComparison } from "@precept/workspace";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";

export const toolHandlers = {
  compareTools: async ({ body }, context) => {
    const { userId, projectId } = await tenantOf(context, body);
    const { files, prompt, tools } = body;
    const request = { user: userId, project: projectId, ...withoutUndefined({ files, prompt }) };
    return { body: toWireToolComparison(await compareTools(context.project.workspace, tools, request)) };
  },
} satisfies Partial<Handlers>;
