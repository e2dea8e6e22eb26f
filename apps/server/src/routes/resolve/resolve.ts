import { resolveSettings, type ProjectRoutes, type ResolveSettings } from "@precept/api";
import {
  buildTrace,
  defaultBudget,
  fromWireRequest,
  toWireAnswer,
  toWireResolution,
  toWireTrace,
  type BudgetOptions,
} from "@precept/core";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";

export const resolve: Handler<ProjectRoutes["resolve"]> = async ({ body }, context) => {
  const { settings, request } = splitBody(body);
  const read = fromWireRequest(request);
  const { userId, projectId } = await tenantOf(context, { user_id: read.user, project_id: read.project });
  const { workspace } = context.project;
  const resolution = await workspace.resolve(
    {
      ...read,
      id: read.id ?? context.requestId,
      // Undefined, so that the user of the workspace does not take its place.
      user: userId,
      project: projectId,
    },
    {
      signal: context.signal,
      countUse: settings.count_use,
      budget: budgetOf(settings, workspace.settings.answer.budget),
      ...(settings.model !== undefined && { model: settings.model }),
      ...(settings.format !== undefined && { format: settings.format }),
      ...(settings.order !== undefined && { order: settings.order }),
    },
  );
  if (!settings.debug) return { body: toWireAnswer(resolution) };
  return { body: { ...toWireResolution(resolution), trace: toWireTrace(buildTrace(resolution)) } };
};

/** Separates the options of the server from the request itself. */
function splitBody(body: Readonly<Record<string, unknown>> & ResolveSettings) {
  const request: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) if (!(name in resolveSettings.shape)) request[name] = value;
  return { settings: body as ResolveSettings, request };
}

/** The limits that a request asks for, except those that exceed the project's: these stay in use. */
function budgetOf(settings: ResolveSettings, project: BudgetOptions = {}): BudgetOptions {
  const { max_characters, max_bytes, max_tokens, max_rules } = settings;
  const requested = { characters: max_characters, bytes: max_bytes, tokens: max_tokens, rules: max_rules };
  const limits: BudgetOptions = { ...defaultBudget, ...project };
  const lower = Object.entries(requested).filter(
    ([name, max]) => max !== undefined && max <= (limits[name as keyof typeof requested] ?? Number.POSITIVE_INFINITY),
  );
  return Object.fromEntries(lower) as BudgetOptions;
}
