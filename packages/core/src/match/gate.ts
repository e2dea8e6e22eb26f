import type { Json } from "../model/json.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";

/**
 * What keeps a rule out of a request whatever its inclusion; undefined where nothing does.
 *
 * @param standIn says which other rule stands in place of this one, if one does.
 */
export function closedGate(rule: Rule, request: ResolveRequest, standIn: SkipReason | undefined): SkipReason | undefined {
  if (!rule.enabled) return { kind: "disabled" };
  if (rule.pending) return { kind: "pending" };
  if (standIn !== undefined) return standIn;
  if (request.tool !== undefined && rule.targets.length > 0 && !rule.targets.includes(request.tool)) {
    return { kind: "wrongTarget", targets: rule.targets, tool: request.tool };
  }
  // Somebody else's rule is refused even where the request does not say whose it is.
  if (rule.projectId !== undefined && rule.projectId !== request.project)
    return { kind: "wrongProject", project: rule.projectId };
  if (rule.userId !== undefined && rule.userId !== request.user) return { kind: "wrongUser", user: rule.userId };
  const { session } = rule.origin;
  if (session !== undefined && session !== request.session) return { kind: "wrongSession", session };
  if (rule.contexts.length > 0 && !rule.contexts.some((context) => request.contexts?.includes(context))) {
    return { kind: "wrongContext", contexts: rule.contexts };
  }
  const variable = unmetCondition(rule, request.variables ?? {});
  return variable === undefined ? undefined : { kind: "unmetCondition", variable };
}

function unmetCondition(rule: Rule, variables: NonNullable<ResolveRequest["variables"]>): string | undefined {
  if (rule.conditions === undefined) return undefined;
  return Object.entries(rule.conditions).find(([variable, condition]) => !holds(condition, variables[variable]))?.[0];
}

/** `{in: […]}` and `{not: condition}` are conditions; anything else is the value itself. */
function holds(condition: Json, value: Json | undefined): boolean {
  if (isRecord(condition)) {
    const { in: choices, not: unwanted, ...others } = condition;
    if (Object.keys(others).length === 0 && (choices !== undefined || unwanted !== undefined)) {
      const chosen = choices === undefined || (Array.isArray(choices) && choices.some((choice) => equals(choice, value)));
      return chosen && (unwanted === undefined || !holdsAny(unwanted, value));
    }
  }
  return equals(condition, value);
}

/** `{not: [a, b]}` is none of them. */
function holdsAny(condition: Json, value: Json | undefined): boolean {
  return Array.isArray(condition) ? condition.some((one) => holds(one, value)) : holds(condition, value);
}

function equals(left: Json, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, position) => equals(item, right[position] as Json));
  }
  if (!isRecord(left) || right === undefined || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => equals(left[key] ?? null, right[key]));
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
