import type { Json } from "@precept/contract/values";
import type { ResolveRequest } from "../model/request.ts";
import type { RuleMatch } from "../model/resolution.ts";

/** Returns the value of a variable for the conditions of rules; undefined if the request has none. */
export function variableOf({ assistant, variables = {} }: ResolveRequest, name: string): Json | undefined {
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
