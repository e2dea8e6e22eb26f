import type { ResolveRequest } from "../model/request.ts";
import type { RuleMatch, SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { toMilliseconds, type Json } from "@precept/contract/values";
import { isRecord } from "../model/json.ts";

/** Whether a rule can fail a precondition other than that another rule replaces it. Most rules cannot. */
export function hasPreconditions(rule: Rule): boolean {
  const { enabled, pending, targets, projectId, userId, origin, contexts, conditions, validFrom, expiresAt } = rule;
  const limits = [projectId, userId, origin.session, conditions, validFrom, expiresAt];
  const isFor = limits.some((value) => value !== undefined);
  return !enabled || pending || targets.length > 0 || contexts.length > 0 || isFor;
}

/** Returns the first precondition a rule fails, whatever its inclusion. `replacement`: why another rule replaces it. */
export function failedPrecondition(
  rule: Rule,
  request: ResolveRequest,
  replacement: SkipReason | undefined,
): SkipReason | undefined {
  if (!rule.enabled) return { kind: "disabled" };
  if (rule.pending) return { kind: "pending" };
  const untimely = findUntimely(rule, request.timestamp);
  if (untimely !== undefined) return untimely;
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

/** Whether a rule has expired at a time. */
export function hasExpired({ expiresAt }: Rule, at: string): boolean {
  return expiresAt !== undefined && toMilliseconds(at) >= toMilliseconds(expiresAt);
}

/** Why a rule does not apply yet, or no longer. Without a time of the request, it always applies. */
function findUntimely(rule: Rule, at: string | undefined): SkipReason | undefined {
  const { validFrom, expiresAt } = rule;
  if (at === undefined) return undefined;
  if (hasExpired(rule, at)) return { kind: "expired", at: expiresAt ?? "" };
  const isTooSoon = validFrom !== undefined && toMilliseconds(at) < toMilliseconds(validFrom);
  return isTooSoon ? { kind: "notYetValid", from: validFrom } : undefined;
}

function unmetCondition({ conditions }: Rule, request: ResolveRequest): string | undefined {
  if (conditions === undefined) return undefined;
  return Object.entries(conditions).find(([name, condition]) => !meetsCondition(condition, variableOf(request, name)))?.[0];
}

/** Whether a value meets a condition: `{in: […]}`, `{not: condition}`, or a value to be equal to. */
export function meetsCondition(condition: Json, value: Json | undefined): boolean {
  if (isRecord(condition)) {
    const { in: allowed, not: excluded, ...others } = condition;
    if (Object.keys(others).length === 0 && (allowed !== undefined || excluded !== undefined)) {
      const isAllowed = allowed === undefined || (Array.isArray(allowed) && allowed.some((one) => equals(one, value)));
      return isAllowed && (excluded === undefined || !meetsAny(excluded, value));
    }
  }
  return equals(condition, value);
}

/** For `{not: [a, b]}`: whether the value meets one of the conditions. */
function meetsAny(condition: Json, value: Json | undefined): boolean {
  return Array.isArray(condition) ? condition.some((one) => meetsCondition(one, value)) : meetsCondition(condition, value);
}

function equals(left: Json, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, index) => equals(item, right[index] as Json));
  }
  if (!isRecord(left) || right === undefined || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => equals(left[key] ?? null, right[key]));
}

function variableOf({ assistant, variables = {} }: ResolveRequest, name: string): Json | undefined {
  if (name === "assistant_id" && assistant !== undefined) return assistant;
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Adds the variables that the conditions of a rule name to its match. */
export function withVariables(match: RuleMatch, request: ResolveRequest): RuleMatch {
  const { conditions } = match.rule;
  if (conditions === undefined) return match;
  const values = Object.keys(conditions).flatMap((name): [string, Json][] => {
    const value = variableOf(request, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...match, variables: Object.fromEntries(values) };
}
