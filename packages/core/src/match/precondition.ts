import type { ResolveRequest } from "../model/request.ts";
import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { meetsCondition } from "./condition.ts";
import { variableOf } from "./variables.ts";

/** Whether a rule can fail a precondition other than that another rule replaces it. Most rules cannot. */
export function hasPreconditions({ enabled, pending, targets, projectId, userId, origin, contexts, conditions }: Rule): boolean {
  const isFor = [projectId, userId, origin.session, conditions].some((value) => value !== undefined);
  return !enabled || pending || targets.length > 0 || contexts.length > 0 || isFor;
}

/**
 * Returns the first precondition that a rule fails for a request, whatever its inclusion; undefined if it meets all.
 *
 * @param replacement the reason if another rule replaces this one.
 */
export function failedPrecondition(
  rule: Rule,
  request: ResolveRequest,
  replacement: SkipReason | undefined,
): SkipReason | undefined {
  if (!rule.enabled) return { kind: "disabled" };
  if (rule.pending) return { kind: "pending" };
  if (replacement !== undefined) return replacement;
  if (request.tool !== undefined && rule.targets.length > 0 && !rule.targets.includes(request.tool)) {
    return { kind: "wrongTarget", targets: rule.targets, tool: request.tool };
  }
  // A rule of a project or user does not apply to requests without one.
  if (rule.projectId !== undefined && rule.projectId !== request.project)
    return { kind: "wrongProject", project: rule.projectId };
  if (rule.userId !== undefined && rule.userId !== request.user) return { kind: "wrongUser", user: rule.userId };
  const { session } = rule.origin;
  if (session !== undefined && session !== request.session) return { kind: "wrongSession", session };
  if (rule.contexts.length > 0 && !rule.contexts.some((context) => request.contexts?.includes(context))) {
    return { kind: "wrongContext", contexts: rule.contexts };
  }
  const variable = unmetCondition(rule, request);
  return variable === undefined ? undefined : { kind: "unmetCondition", variable };
}

function unmetCondition({ conditions }: Rule, request: ResolveRequest): string | undefined {
  if (conditions === undefined) return undefined;
  return Object.entries(conditions).find(([name, condition]) => !meetsCondition(condition, variableOf(request, name)))?.[0];
}
