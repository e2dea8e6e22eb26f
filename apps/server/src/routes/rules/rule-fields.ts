import { isDeepStrictEqual } from "node:util";
import { ruleFieldNames, type RuleCreate, type RuleUpdate } from "@precept/contract";
import { splitGlobs, type Rule } from "@precept/core";
import { invalidFields } from "../../problems/invalid-input.ts";

/** The fields of a rule that a request sets. Undefined: the field is removed. */
export type RuleFields = { readonly [Field in keyof typeof ruleFieldNames]?: Rule[Field] | undefined };

/** The optional fields of a rule, which null removes. Null for another field means that the request does not set it. */
const removable: ReadonlySet<string> = new Set<keyof Rule>(["category", "conditions", "remind", "validFrom", "expiresAt"]);

/** The fields that a request sets. @throws PreceptError `REQUEST_INVALID` if `globs` and `file_match_pattern` differ */
export function fieldsOf(body: RuleCreate | RuleUpdate): RuleFields {
  const given: Readonly<Record<string, unknown>> = { ...body, globs: globsOf(body) };
  return Object.fromEntries(
    Object.entries(ruleFieldNames).flatMap(([field, name]) => {
      const value = given[name];
      if (value === undefined || (value === null && !removable.has(field))) return [];
      return [[field, value ?? undefined]];
    }),
  );
}

export function applyFields(rule: Rule, fields: RuleFields): Rule {
  const changed = Object.entries({ ...rule, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changed) as unknown as Rule;
}

export function hasFields(rule: Rule, fields: RuleFields): boolean {
  return (Object.keys(fields) as (keyof RuleFields)[]).every((field) => isDeepStrictEqual(rule[field], fields[field]));
}

function globsOf({ globs, file_match_pattern: pattern }: RuleCreate | RuleUpdate): readonly string[] | undefined {
  if (pattern === undefined || pattern === null) return globs;
  const split = splitGlobs(pattern);
  if (globs === undefined || globs.join() === split.join()) return split;
  throw invalidFields({ pointer: "/file_match_pattern", detail: "differs from `globs`; send one of them" });
}
