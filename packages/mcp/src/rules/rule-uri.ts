import type { Rule } from "@precept/core";

export const ruleUriTemplate = "rules://rule/{name}";

const prefix = "rules://rule/";

/** Returns the URI of a rule by its name, or its id if several rules have the name. */
export function ruleUri(reference: string): string {
  // A text from a database may contain half a character, which URIs cannot.
  return prefix + encodeURIComponent(reference.toWellFormed());
}

/** Returns the name or id of the rule of a URI. Undefined for other URIs. */
export function referenceOfUri(uri: string): string | undefined {
  if (!uri.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    return undefined;
  }
}

export function urisOf(rules: readonly Rule[]): ReadonlyMap<Rule, string> {
  const counts = new Map<string, number>();
  for (const { name } of rules) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(rules.map((rule) => [rule, ruleUri(counts.get(rule.name) === 1 ? rule.name : rule.id)]));
}
