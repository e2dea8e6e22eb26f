import { resolveSettings, type ResolveAnswer, type ResolveSettings } from "@precept/contract";
import {
  buildTrace,
  defaultBudget,
  fromWireRequest,
  nearestSkipped,
  toWireAnswer,
  toWireNearest,
  toWireResolution,
  toWireTrace,
  type BudgetOptions,
  type Resolution,
  type ResolveRequest,
  withoutUndefined,
} from "@precept/core";
import type { WorkspaceResolveOptions } from "@precept/workspace";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers, RequestContext } from "../handler.ts";

export const resolveHandlers = {
  resolve: async ({ body }, context) => {
    const { settings, request } = splitBody(body);
    const resolved = await readRequest(fromWireRequest(request), context);
    const resolution = await context.project.workspace.resolve(resolved, readOptions(settings, context));
    return { body: toAnswer(resolution, settings) };
  },
} satisfies Partial<Handlers>;

/** Adds what the server knows to a request: its id, and for whom it is answered. */
export async function readRequest(read: ResolveRequest, context: RequestContext) {
  const { userId, projectId } = await tenantOf(context, { user_id: read.user, project_id: read.project });
  return {
    ...read,
    id: read.id ?? context.requestId,
    // Undefined, so that the user of the workspace does not take its place.
    user: userId,
    project: projectId,
  } satisfies ResolveRequest;
}

export function readOptions(
  settings: ResolveSettings,
  { signal, project: { workspace } }: RequestContext,
): WorkspaceResolveOptions {
  return {
    signal,
    countUse: settings.count_use,
    ...(settings.count_use && { channel: "rest" }),
    budget: budgetOf(settings, workspace.settings.answer.budget),
    ...withoutUndefined({ model: settings.model, format: settings.format, order: settings.order, view: settings.view }),
  };
}

export function toAnswer(
  resolution: Resolution,
  { debug, max_skipped: max }: Pick<ResolveSettings, "debug" | "max_skipped">,
): ResolveAnswer {
  const nearest = max === undefined ? {} : { nearest_skipped: toWireNearest(nearestSkipped(resolution, max)) };
  if (!debug) return { ...toWireAnswer(resolution), ...nearest };
  return { ...toWireResolution(resolution), ...nearest, trace: toWireTrace(buildTrace(resolution)) };
}

const settingNames: ReadonlySet<string> = new Set(Object.keys(resolveSettings.shape));

/** Separates the options of the server from the request itself. */
export function splitBody(body: Readonly<Record<string, unknown>> & ResolveSettings) {
  const request: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) if (!settingNames.has(name)) request[name] = value;
  return { settings: body as ResolveSettings, request };
}

/** The limits that a request asks for, except those that exceed the project's: these stay in use. */
function budgetOf(settings: ResolveSettings, project: BudgetOptions = {}): BudgetOptions {
  const { max_characters, max_bytes, max_tokens, max_rules, max_requestable } = settings;
  const requested = {
    characters: max_characters,
    bytes: max_bytes,
    tokens: max_tokens,
    rules: max_rules,
    requestable: max_requestable,
  };
  const limits: BudgetOptions = { ...defaultBudget, ...project };
  const lower = Object.entries(requested).filter(
    ([name, max]) => max !== undefined && max <= (limits[name as keyof typeof requested] ?? Number.POSITIVE_INFINITY),
  );
  return Object.fromEntries(lower) as BudgetOptions;
}
